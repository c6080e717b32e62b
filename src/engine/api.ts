import type { Event } from "../base/event";
import type {
  ApplyOptions,
  EditMessage,
  RevertPlan,
  RevertRequest,
  UndoRequest,
} from "./api/goBack";
import type {
  CompactResult,
  PruneResult,
  Status,
  Usage,
  VerifyResult,
} from "./api/keep";
import type {
  CheckpointPage,
  FilesFilter,
  ListFilter,
  Point,
  SearchRequest,
  SearchResult,
} from "./api/look";
import type {
  CaptureRequest,
  CaptureResult,
  CheckpointRequest,
  ImportOptions,
  ImportedFile,
} from "./api/record";
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

export type * from "./api/record";
export type * from "./api/look";
export type * from "./api/goBack";
export type * from "./api/keep";
export type * from "./api/run";

/**
 * The door of the engine: one workspace folder, its history, everything that can
 * be done with it. Synchronous: hosts that must not wait put it on a thread
 * (`worker/`). Every method throws `CheckpointError` only; a method that throws
 * has done nothing, except where its contract says otherwise.
 *
 * A `ref` names a point in time: `12`, `#12`, `snapshot-12`, an id or a unique
 * prefix of one, a name, `latest`, `latest~2` (no guards), `@40` (a moment), or a time
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
  /**
   * The point a reference names, checkpoint or not; for one file, when that is no
   * longer kept as a whole, one that holds the same version of it.
   */
  resolve(ref: string, path?: string, layer?: Layer): Point;
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
   * `plan-changed` when the workspace is not what the plan was made for, and
   * `not-found` when what it takes back was taken back meanwhile. A failure of a
   * path rolls everything back and is in the report.
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

  /** As recorded: whoever wants it as of now captures first. */
  status(): Status;
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
