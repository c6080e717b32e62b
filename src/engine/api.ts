import type { Event } from "../base/event";
import type {
  ApplyOptions,
  ChosenFile,
  EditMessage,
  PlannedHunk,
  RevertPlan,
  RevertRequest,
  UndoRequest,
} from "./api/restoring";
import type {
  CompactResult,
  PruneResult,
  Status,
  Usage,
  VerifyResult,
} from "./api/maintenance";
import type {
  Authors,
  AuthorsRequest,
  Blame,
  BlameRequest,
  CheckpointPage,
  DeedBucket,
  DeedFile,
  DeedFilter,
  DeedGrouping,
  DeedPage,
  FilesBetween,
  FilesFilter,
  HistoryPage,
  LineAuthors,
  ListFilter,
  Point,
  SearchRequest,
  SearchResult,
  StopRequest,
  Timeline,
  TimelineFiles,
  TimelineRequest,
  TimelineStop,
  Why,
} from "./api/reading";
import type {
  CaptureRequest,
  CaptureResult,
  CheckpointRequest,
  ImportOptions,
  ImportedFile,
  VerdictRequest,
  VerdictResult,
} from "./api/recording";
import type { CheckSeries } from "../answers/verdict";
import type { EngineEvent, Run } from "./api/run";
import type { Diff, DiffOptions } from "./model/changes";
import type {
  ChangePaths,
  Checkpoint,
  CheckpointDetail,
} from "./model/checkpoint";
import type {
  PlanRequest,
  RestoreEntry,
  RestorePlan,
  RestoreReport,
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

export type * from "./api/recording";
export type * from "./api/reading";
export type * from "./api/restoring";
export type * from "./api/maintenance";
export type * from "./api/run";

/**
 * The engine's interface: one workspace folder, its history, and every operation on
 * it. All methods are synchronous; hosts that must not block run the engine on a
 * worker thread (`worker/`). Methods throw only `CheckpointError`, and a method
 * that throws has changed nothing unless its contract says otherwise.
 *
 * A `ref` identifies a point in time: `12`, `#12`, `snapshot-12`, an id or a unique
 * prefix of one, a name, `latest`, `latest~2` (guards are not counted), `@40` (a
 * moment), `good`, `good:LABEL`, `good~1`, `bad` (see `verdict`), or a time
 * (`2026-11-16T10:30`, `10m`, `2h`). Where the folder's current
 * state is also allowed, it is written `workspace`.
 */
export interface Engine {
  readonly root: string;
  readonly storeDir: string;

  /** Records what changed. With `paths`, the cost depends only on those paths. */
  capture(request?: CaptureRequest, run?: Run): CaptureResult;
  /** Captures (unless `capture` is false), then creates a checkpoint of the moment. */
  checkpoint(request?: CheckpointRequest, run?: Run): Checkpoint;

  list(filter?: ListFilter): CheckpointPage;
  /**
   * What people remember as one thing each, newest first: an agent's turn, a run of
   * edits, a restore, a git operation (model/deeds.ts).
   */
  deeds(filter?: DeedFilter): DeedPage;
  /** How many deeds each group has; the group with the newest deed first. */
  deedGroups(by: DeedGrouping, filter?: DeedFilter): DeedBucket[];
  /** The files that a deed changed, in path order. */
  deedFiles(id: string): DeedFile[];
  /** Sums for a part of the history: who changed how much when, and what else happened. */
  timeline(request?: TimelineRequest): Timeline;
  /** A kept state: the last one up to a time, or a step away from a moment; null if none. */
  timelineStop(request: StopRequest): TimelineStop | null;
  /** The files that differ between two moments. Does not scan the workspace. */
  timelineFiles(request: FilesBetween): TimelineFiles;
  get(ref: string): CheckpointDetail;
  /**
   * Resolves a reference to a checkpoint or moment. With `path`, if the state at
   * that point is no longer kept as a whole, resolves to a point that has the same
   * version of the file.
   */
  resolve(ref: string, path?: string, layer?: Layer): Point;
  /** The files recorded at a point, in path order. */
  files(ref: string, filter?: FilesFilter): FileEntry[];
  /**
   * The bytes of a path at a point. Throws `not-found` or `damaged`; never returns
   * wrong bytes.
   */
  read(ref: string, path: string, layer?: Layer): Uint8Array;
  /** Reads a stored content by its hash. */
  readContent(hash: string): Uint8Array;
  /** The versions of a file (or of all files below a folder), newest first. */
  history(path: string, page?: HistoryPage): FileVersion[];
  /** Who wrote each line of a file, and when. */
  blame(path: string, request?: BlameRequest, run?: Run): Blame;
  /** The same of the current file, in less space: each version once. */
  lineAuthors(path: string, run?: Run): LineAuthors;
  /** How many lines of the changed files each author wrote, by conversation. */
  authors(request?: AuthorsRequest, run?: Run): Authors;
  deleted(filter?: { path?: string; limit?: number }): DeletedFile[];
  diff(from: string, to: string, options?: DiffOptions, run?: Run): Diff;
  /**
   * The paths that a moment or checkpoint changed, compared with the previous
   * checkpoint.
   */
  changes(ref: string): ChangePaths;

  /** Records whether a command passed or failed on a state: see `good` and `bad`. */
  verdict(request: VerdictRequest, run?: Run): VerdictResult;
  /**
   * What was checked, the most recent first: the latest verdict of each label, and how far
   * the recorded state is from the last one on which it passed.
   */
  checks(): CheckSeries[];

  /** Captures, compares and decides. Writes nothing to the workspace. */
  planRestore(request: PlanRequest, run?: Run): RestorePlan;
  /** Plans to undo (or redo) the latest restore, or a given one. */
  planUndo(options?: UndoRequest, run?: Run): RestorePlan;
  planRedo(options?: UndoRequest, run?: Run): RestorePlan;
  /**
   * The changes inside one file that a plan replaces, in order. Empty if they cannot
   * be chosen one by one: a file that is created or deleted, is not text, or has
   * unsaved text that the plan replaces too.
   */
  planHunks(plan: string, path: string): PlannedHunk[];
  /**
   * Returns a new plan with only the chosen files and hunks of a plan. A part of an
   * undo or redo is a plain restore: what was done stays undoable as a whole.
   */
  limitPlan(plan: string, files: readonly ChosenFile[]): RestorePlan;
  /**
   * Applies the plan: creates the guard, stages, writes, verifies, deletes and
   * reports. Throws `plan-changed` if the workspace no longer matches the state the
   * plan was made for, and `not-found` if what it would undo or revert has been
   * undone or reverted in the meantime. If a path fails, everything is rolled back
   * and the failure is in the report.
   */
  applyRestore(
    plan: string | RestorePlan,
    options?: ApplyOptions,
    run?: Run,
  ): RestoreReport;
  restores(limit?: number): RestoreEntry[];

  /** Like `git revert`: removes a change and keeps everything made since. */
  planRevert(request: RevertRequest, run?: Run): RevertPlan;

  rename(ref: string, name: string): Checkpoint;
  describe(ref: string, text: string): Checkpoint;
  pin(ref: string, pinned: boolean): Checkpoint;
  /** Deletes checkpoints. Feature checkpoints and pinned ones need `force`. */
  delete(
    refs: readonly string[],
    options?: { force?: boolean },
  ): { deleted: number[] };

  search(request: SearchRequest, run?: Run): SearchResult;

  /**
   * Creates a checkpoint from files that come from elsewhere, as if the folder had
   * contained exactly those files for a moment. The workspace is not written and
   * its own state stays recorded. Paths are untrusted until they are parsed here.
   */
  importState(
    files: Iterable<ImportedFile>,
    options?: ImportOptions,
    run?: Run,
  ): Checkpoint;

  recordMessage(request: RecordMessage, run?: Run): ThreadMessage;
  threads(): Thread[];
  thread(id: string): ThreadDetail;
  /** Plans (and with `apply`, performs) a rewind to one of the user's messages. */
  editMessage(request: EditMessage, run?: Run): ThreadEdit;

  /** The recorded state. Callers that need the current state capture first. */
  status(): Status;
  /** Whether a path is recorded, according to the current rules and the disk. */
  why(path: string): Why;
  usage(): Usage;
  prune(options?: { dryRun?: boolean }, run?: Run): PruneResult;
  compact(run?: Run): CompactResult;
  verify(options?: { repair?: boolean }, run?: Run): VerifyResult;

  /**
   * Fsyncs files that restores changed, for at most `budgetMs`, and records which
   * restores are done. A restore does not wait for the disk; until its files are
   * synced, the next open after a power cut has to compare them. Hosts call this
   * when idle. Returns true when nothing is left to sync.
   */
  settle(budgetMs?: number): boolean;
  /** Reads what other processes wrote; returns true if there was anything. */
  refresh(): boolean;
  configure(settings: Partial<EngineSettings>): void;
  readonly onDidChange: Event<EngineEvent>;
  /**
   * Saves the index and closes the store. Nothing already reported as saved depends
   * on this call.
   */
  close(): void;
}
