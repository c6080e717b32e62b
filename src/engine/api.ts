import type { Event } from "../base/event";
import type { Diff, DiffOptions } from "./model/changes";
import type {
  ChangePaths,
  Checkpoint,
  CheckpointDetail,
  CheckpointKind,
  CheckpointOptions,
  Skipped,
  Source,
} from "./model/checkpoint";
import type {
  PlanRequest,
  RestoreEntry,
  RestorePlan,
  RestoreReport,
  UnsavedText,
} from "./model/restorePlan";
import type { EngineSettings } from "./model/settings";
import type {
  RecordMessage,
  Thread,
  ThreadDetail,
  ThreadEdit,
  ThreadMessage,
} from "./model/thread";
import type {
  DeletedFile,
  FileEntry,
  FileVersion,
  Layer,
} from "./model/version";

/**
 * The door of the engine: one workspace folder, its history, everything that can
 * be done with it. Synchronous: hosts that must not wait put it on a thread
 * (`worker/`). Every method throws `CheckpointError` only; a method that throws
 * has done nothing, except where its contract says otherwise.
 *
 * A `ref` names a point in time: `12`, `#12`, `snapshot-12`, an id or a unique
 * prefix of one, a name, `latest`, `latest~2`, `@40` (a moment), or a time
 * (`2026-11-16T10:30`, `10m`, `2h`). Where a side may also be the folder as it
 * is now, it is `workspace`.
 */
export interface Engine {
  readonly root: string;
  readonly storeDir: string;

  /** Records what changed. With paths the cost depends on those paths alone. */
  capture(request?: CaptureRequest, run?: Run): CaptureResult;
  /** Captures (unless told not to), then names the moment. */
  checkpoint(request?: CheckpointRequest, run?: Run): Checkpoint;

  list(filter?: ListFilter): CheckpointPage;
  get(ref: string): CheckpointDetail;
  /** The point a reference names, checkpoint or not. */
  resolve(ref: string): Point;
  /** The state at a point, in path order. */
  files(ref: string, filter?: FilesFilter): FileEntry[];
  /** The bytes of a path at a point; throws `not-found` or `damaged`, never returns wrong bytes. */
  read(ref: string, path: string, layer?: Layer): Uint8Array;
  /** The bytes of a stored content by its hash. */
  readContent(hash: string): Uint8Array;
  /** The versions of a file (or of all files below a folder), newest first. */
  history(
    path: string,
    page?: { limit?: number; before?: number },
  ): FileVersion[];
  deleted(filter?: { path?: string; limit?: number }): DeletedFile[];
  diff(from: string, to: string, options?: DiffOptions, run?: Run): Diff;
  /** The paths a moment or checkpoint changed against the checkpoint before it. */
  changes(ref: string): ChangePaths;

  /** Captures, compares, decides; writes nothing to the workspace. */
  planRestore(request: PlanRequest, run?: Run): RestorePlan;
  /** The plan that would undo (or redo) the latest restore, or a given one. */
  planUndo(options?: UndoRequest, run?: Run): RestorePlan;
  planRedo(options?: UndoRequest, run?: Run): RestorePlan;
  /**
   * Does what the plan says: guard, stage, write, verify, delete, report. Throws
   * `plan-changed` when the workspace is not what the plan was made for. A
   * failure of a path rolls everything back and is in the report.
   */
  applyRestore(
    plan: string | RestorePlan,
    options?: ApplyOptions,
    run?: Run,
  ): RestoreReport;
  restores(limit?: number): RestoreEntry[];

  /** Like `git revert`: takes back what was changed, keeps everything since. */
  planRevert(request: RevertRequest, run?: Run): RevertPlan;

  rename(ref: string, name: string): Checkpoint;
  describe(ref: string, text: string): Checkpoint;
  pin(ref: string, pinned: boolean): Checkpoint;
  /** Deletes checkpoints; feature and pinned ones need `force`. */
  delete(
    refs: readonly string[],
    options?: { force?: boolean },
  ): { deleted: number[] };

  search(request: SearchRequest, run?: Run): SearchResult;

  /**
   * Makes a checkpoint of files that come from elsewhere, as if the folder had
   * held exactly them for a moment; the workspace is neither written nor
   * forgotten. Paths are hostile until they are parsed here.
   */
  importState(
    files: Iterable<ImportedFile>,
    options?: ImportOptions,
    run?: Run,
  ): Checkpoint;

  recordMessage(request: RecordMessage, run?: Run): ThreadMessage;
  threads(): Thread[];
  thread(id: string): ThreadDetail;
  /** Plans (and with `apply`, does) going back to a message of the user's. */
  editMessage(request: EditMessage, run?: Run): ThreadEdit;

  status(run?: Run): Status;
  usage(): Usage;
  prune(options?: { dryRun?: boolean }, run?: Run): PruneResult;
  compact(run?: Run): CompactResult;
  verify(options?: { repair?: boolean }, run?: Run): VerifyResult;

  /** Follows what other processes wrote; true when something did. */
  refresh(): boolean;
  configure(settings: Partial<EngineSettings>): void;
  readonly onDidChange: Event<EngineEvent>;
  /** Saves the index and lets go. Nothing reported as saved depends on it. */
  close(): void;
}

/** Given to long work: where it tells how far it is and asks whether to go on. */
export interface Run {
  progress?: (progress: Progress) => void;
  isCancelled?: () => boolean;
  /** Told what is about to be recorded; what this throws ends the work so. */
  beforeRecording?: (changes: ChangePaths) => void;
}

export interface Progress {
  phase: "scan" | "read" | "write" | "search" | "verify" | "compact" | "wait";
  done: number;
  total: number | null;
}

export interface CaptureRequest {
  /** Changed files or folders; absent means a full scan. */
  paths?: readonly string[] | undefined;
  source?: Source | undefined;
  /** The conversation that made the changes. */
  thread?: string | undefined;
  /** The editors' unsaved texts; null text means the editor is clean again. */
  unsaved?: readonly UnsavedText[] | undefined;
  /** Goes on although the first scan is over the budget. */
  force?: boolean | undefined;
}

export interface CaptureResult {
  /** The moment of this state: a new one, or the last when nothing changed. */
  moment: number;
  /** False when nothing had changed. */
  isNew: boolean;
  recorded: ChangePaths;
  /** Paths that became ignored: no longer followed, not deleted. */
  released: string[];
  /** Paths whose unsaved text was recorded or dropped. */
  unsaved: string[];
  skipped: Skipped[];
}

export interface CheckpointRequest extends CheckpointOptions {
  /** Default true: a full scan. False names the last moment as it is. */
  capture?: boolean | undefined;
  paths?: readonly string[] | undefined;
  unsaved?: readonly UnsavedText[] | undefined;
  force?: boolean | undefined;
}

export interface ListFilter {
  limit?: number | undefined;
  /** Only checkpoints with a number below this: the next page. */
  before?: number | undefined;
  kinds?: readonly CheckpointKind[] | undefined;
  source?: Source | undefined;
  /** Only checkpoints that changed this file or something below it. */
  path?: string | undefined;
  /** In name or description, ignoring case. */
  text?: string | undefined;
  /** Times: ISO, or `2h` ago. */
  since?: string | undefined;
  until?: string | undefined;
  thread?: string | undefined;
  task?: string | undefined;
}

export interface CheckpointPage {
  checkpoints: Checkpoint[];
  /** Pass as `before` for the next page; null on the last. */
  next: number | null;
  /** All that match, on every page. */
  total: number;
}

export interface Point {
  moment: number;
  at: string;
  label: string;
  checkpoint: Checkpoint | null;
}

export interface FilesFilter {
  path?: string | undefined;
  /** Also list unsaved layers. Default false. */
  unsaved?: boolean | undefined;
}

export interface UndoRequest {
  /** A restore's id; default the latest that can be undone (or redone). */
  restore?: string | undefined;
  editors?: readonly UnsavedText[] | undefined;
  unsaved?: boolean | undefined;
}

export interface ApplyOptions {
  source?: Source | undefined;
  /**
   * Default true: looks at the whole scope again and refuses when anything in it
   * changed since the plan. False looks at the plan's own paths only, for callers
   * that apply a plan they have just made.
   */
  rescan?: boolean | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

export interface RevertRequest {
  /** One checkpoint's changes... */
  ref?: string | undefined;
  /** ...or what a source changed, since a point (default: ever)... */
  source?: Source | undefined;
  since?: string | undefined;
  /** ...or what was changed in a thread, or by one message of it. */
  thread?: string | undefined;
  message?: string | undefined;
  /** Decisions for conflicts: which side, or the whole text to write. */
  resolve?: Readonly<Record<string, Resolution>> | undefined;
  paths?: readonly string[] | undefined;
  as?: Source | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

export type Resolution = "ours" | "theirs" | { text: string };

export interface Conflict {
  path: string;
  /** What the reverted change made of it, what is there now, what it was before. */
  base: string | null;
  ours: string | null;
  theirs: string | null;
  /** With conflict markers; null for binary files. */
  merged: string | null;
  binary: boolean;
}

/** A restore plan when there are no conflicts; with conflicts it cannot be applied. */
export interface RevertPlan {
  plan: RestorePlan;
  conflicts: Conflict[];
}

export interface SearchRequest {
  text?: string | undefined;
  regex?: string | undefined;
  caseSensitive?: boolean | undefined;
  /** A glob. */
  path?: string | undefined;
  since?: string | undefined;
  /** Every version; default only each path's newest that matches. */
  allVersions?: boolean | undefined;
  limit?: number | undefined;
}

export interface SearchHit {
  path: string;
  born: number;
  died: number | null;
  at: string;
  hash: string;
  lines: { line: number; text: string }[];
  firstCheckpoint: { id: string; number: number; name: string | null } | null;
  lastCheckpoint: { id: string; number: number; name: string | null } | null;
  /** True when the file as it is now (by our history) still has it. */
  current: boolean;
}

export interface SearchResult {
  hits: SearchHit[];
  searchedContents: number;
  truncated: boolean;
  /** Present when the expression took too long on some files: those were given up. */
  tooSlow?: string[];
}

/** A file of a state that comes from elsewhere. */
export interface ImportedFile {
  path: string;
  /** Permission bits, or SYMLINK, whose content is the target. */
  mode: number;
  /** The unsaved text of an editor, beside the file of the same path. */
  isUnsaved?: boolean | undefined;
  /** Called once, when its turn comes. */
  read: () => Uint8Array;
}

export interface ImportOptions extends CheckpointOptions {
  /** ISO 8601: when the state was recorded where it comes from. Default: now. */
  createdAt?: string | undefined;
}

export interface EditMessage {
  thread: string;
  message: string;
  apply?: boolean | undefined;
  /** Who asks; a thread may be edited by its own source or a person. */
  as?: Source | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

export interface Status {
  workspace: string;
  store: string;
  sizeBytes: number;
  checkpoints: number;
  moments: number;
  files: number;
  last: Checkpoint | null;
  /** Changes in the workspace since the last checkpoint. */
  changed: ChangePaths;
  skipped: Skipped[];
  undo: RestoreEntry | null;
  redo: RestoreEntry | null;
}

export interface Usage {
  sizeBytes: number;
  quotaBytes: number;
  packBytes: number;
  journalBytes: number;
  indexBytes: number;
  garbageBytes: number;
  byKind: {
    kind: CheckpointKind;
    checkpoints: number;
    freeableBytes: number;
  }[];
  byFolder: { path: string; bytes: number; versions: number }[];
  largest: { path: string; bytes: number; versions: number }[];
}

export interface PruneResult {
  dryRun: boolean;
  removed: { number: number; kind: CheckpointKind; name: string | null }[];
  versions: number;
  freedBytes: number;
  sizeBytes: number;
}

export interface CompactResult {
  packsRewritten: number;
  freedBytes: number;
  sizeBytes: number;
}

export interface Damage {
  what: "pack" | "journal" | "index" | "content";
  file: string;
  offset: number | null;
  detail: string;
  paths: string[];
  checkpoints: number[];
}

export interface VerifyResult {
  ok: boolean;
  damaged: Damage[];
  contents: number;
  bytes: number;
  repaired: string[];
  lost: { path: string; checkpoints: number[] }[];
}

export type EngineEvent =
  | { type: "captured"; result: CaptureResult; source: Source }
  | { type: "created"; checkpoint: Checkpoint }
  | { type: "edited"; checkpoint: Checkpoint }
  | { type: "restored"; report: RestoreReport }
  | {
      type: "recovered";
      restoreId: string;
      state: "recovered" | "rolled-back";
      leftAlone: string[];
    }
  | { type: "deleted"; numbers: number[] }
  | { type: "thread"; thread: string }
  | { type: "damaged"; detail: string }
  /** Another process wrote. */
  | { type: "refreshed" };
