/// <reference lib="es2022" />
/// <reference lib="esnext.disposable" />
/**
 * Checkpoint as a library: records a folder as versions in time and brings any of them back, for
 * programs without an editor. Needs Node 20.12 or newer. The same history is used by the editor,
 * the `checkpoint` command and the MCP server.
 *
 * ```ts
 * import { CheckpointService } from "checkpoint";
 *
 * await using checkpoints = new CheckpointService({ workspaceDir: "." });
 * const before = await checkpoints.save("Before the refactoring");
 * // ...
 * await checkpoints.restore(before.id);
 * ```
 *
 * An *id* may be any reference to a point in time: a checkpoint's id or a unique prefix of it, its
 * number (`12`, `#12`), its message, `latest`, `latest~2`, `good`, `good:LABEL`, `good~1`, `bad` (see
 * `verdicts`), `@40` (a moment), or a time (`2026-11-16T10:30`, `10m`, `2h` ago).
 */
export declare class CheckpointService {
  /** Does nothing yet: nothing is read or written before `initialize`. */
  constructor(options: CheckpointServiceOptions);

  /**
   * Opens the history and, with `autoCheckpoint`, records the folder and watches it from then on.
   * Rejects if it will not be recorded (`refused`, `over-budget`, ...). The other methods do this
   * themselves, so calling it is optional.
   */
  initialize(): Promise<Initialized>;

  /**
   * Records the folder as it is now and creates a checkpoint of it; with `at`, creates one of an
   * earlier point and records nothing.
   */
  save(message?: string, options?: SaveOptions): Promise<Checkpoint>;

  /**
   * Restores files. A guard checkpoint first records what will be replaced, so every restore can be
   * undone. With `preview` nothing is written, and the result only describes what would be.
   */
  restore(id: string, options?: RestoreOptions): Promise<RestoreResult>;

  /** Undoes the latest restore that is not undone yet. */
  undo(options?: UndoOptions): Promise<RestoreResult>;

  /** Compares two points; without `toId`, a point with the folder as it is now. */
  diff(
    fromId: string,
    toId?: string,
    options?: DiffOptions,
  ): Promise<CheckpointDiff>;

  /** The newest state first. With `limit`, pass the last number as `before` for the next page. */
  list(filter?: ListFilter): Promise<Checkpoint[]>;

  /** The checkpoint with the paths that it changed; rejects with `not-found`. */
  get(id: string): Promise<CheckpointDetail>;

  /** Feature and pinned checkpoints are deleted only with `force`. */
  delete(
    id: string | readonly string[],
    options?: { force?: boolean },
  ): Promise<DeletedCheckpoints>;

  /** Conversations; each message is linked to the state of the files at that time. */
  readonly threads: Threads;

  /** Whether commands such as the tests passed; `good` is the last state on which they did. */
  readonly verdicts: Verdicts;

  /** Listens to what this service does; see `CheckpointEvents`. */
  on<E extends keyof CheckpointEvents>(
    event: E,
    listener: (value: CheckpointEvents[E]) => void,
  ): this;
  once<E extends keyof CheckpointEvents>(
    event: E,
    listener: (value: CheckpointEvents[E]) => void,
  ): this;
  off<E extends keyof CheckpointEvents>(
    event: E,
    listener: (value: CheckpointEvents[E]) => void,
  ): this;

  /**
   * Stops watching, records what is pending and ends the thread. Until then the process stays
   * alive. What was reported as saved does not depend on this call.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Every method rejects with this error, never with another. */
export declare class CheckpointError extends Error {
  private constructor();
  /** For programs; the codes are the same in every host. */
  readonly code: ErrorCode;
  /** Details for programs: path, reference and so on. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What to do about it, for people; null if there is no advice. */
  readonly hint: string | null;
}

export interface CheckpointServiceOptions {
  /** The folder to record. */
  workspaceDir: string;
  /**
   * A folder for histories. By default the folder's existing history is used, wherever the editor
   * or the command keeps it, else one in the account's data folder.
   */
  storageDir?: string | undefined;
  /** Record changes and create automatic checkpoints while the folder changes; default true. */
  autoCheckpoint?: boolean | undefined;
  /** How many automatic checkpoints are kept; default 100, or what the history's owner has set. */
  maxCheckpoints?: number | undefined;
  /** Globs of files that are not recorded, in addition to the settings and `.gitignore` files. */
  excludePatterns?: readonly string[] | undefined;
}

export interface Initialized {
  /** The real path of the folder. */
  workspaceDir: string;
  /** Where its history is. */
  storeDir: string;
}

/** What a listener of each event gets. */
export interface CheckpointEvents {
  /** A checkpoint was created, automatic ones and guards included. */
  created: Checkpoint;
  /** Files were restored, or a restore failed. */
  restored: RestoreResult;
  /** Checkpoints were deleted, possibly by the retention rules. */
  deleted: DeletedCheckpoints;
  /** Changes were recorded. */
  captured: Captured;
  /** A part of the history is damaged; the rest of it can still be restored. */
  damaged: DamageFound;
}

/** Options of calls that may take long. */
export interface LongCall {
  /** Cancels the call, which then rejects with `cancelled` and has changed nothing. */
  signal?: CancelSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** An `AbortSignal`, declared here so that these types need no others. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface Progress {
  phase: "scan" | "read" | "write" | "search" | "verify" | "compact" | "wait";
  done: number;
  total: number | null;
}

export interface SaveOptions extends LongCall {
  /**
   * The id of an earlier point: the checkpoint is created of that. It is `manual` or `feature` and
   * has no task or conversation, which belong to the folder as it is now. Rejects with `not-kept`
   * if the retention rules have removed that state.
   */
  at?: string | undefined;
  description?: string | undefined;
  /** Default `manual`: kept until deleted. `feature` is permanent. */
  kind?: CheckpointKind | undefined;
  /** Who made the changes, for example an agent's name; default `outside`: not known. */
  source?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  task?: TaskState | undefined;
  /** The conversation that it belongs to, and the message in it. */
  thread?: string | undefined;
  threadMessage?: string | undefined;
  /** Never removed automatically. */
  pinned?: boolean | undefined;
}

export interface RestoreOptions extends LongCall {
  /** Files or folders, relative to the folder; default: everything. */
  paths?: readonly string[] | undefined;
  /** Only what this source changed since. */
  changedBy?: string | undefined;
  /** Who asks; changes by others are listed in `changedByOthers`. */
  source?: string | undefined;
  /** Change nothing; only return what would be changed. */
  preview?: boolean | undefined;
}

export type UndoOptions = Omit<RestoreOptions, "paths" | "changedBy">;

export interface DiffOptions extends LongCall {
  /** Files or folders, relative to the folder; default: everything. */
  paths?: readonly string[] | undefined;
}

export interface ListFilter {
  /** Default: all of them. */
  limit?: number | undefined;
  /** Only checkpoints that come after this number in the list. */
  before?: number | undefined;
  kinds?: readonly CheckpointKind[] | undefined;
  source?: string | undefined;
  /** Only checkpoints that changed this file or something below it. */
  path?: string | undefined;
  /** Text in the message or description, ignoring case. */
  text?: string | undefined;
  /** A time in ISO 8601, or an age such as `2h`. */
  since?: string | undefined;
  until?: string | undefined;
  thread?: string | undefined;
  task?: string | undefined;
}

export interface Threads {
  list(): Promise<Thread[]>;
  get(id: string): Promise<ThreadDetail>;
  /** Records a message, and the folder as it is now. */
  record(message: NewMessage): Promise<ThreadMessage>;
  /**
   * Rewinds a conversation to one of the user's messages: restores the files that it changed since,
   * and marks all later messages as deleted. With `preview` nothing is changed.
   */
  rewind(
    thread: string,
    message: string,
    options?: RewindOptions,
  ): Promise<ThreadEdit>;
}

export interface Verdicts {
  /** Records whether a command passed or failed on a state, by default on the files as they are now. */
  record(verdict: NewVerdict): Promise<VerdictResult>;
  /**
   * What was checked, the most recent first: the latest verdict of each command, and how far the
   * files are from the last state on which it passed.
   */
  list(): Promise<CheckSeries[]>;
}

export interface NewVerdict {
  /** A short name of the command without secrets, always the same for the same command. */
  label: string;
  passed: boolean;
  exitCode?: number | undefined;
  durationMs?: number | undefined;
  /** Who ran it, for example an agent's name; default `outside`. */
  source?: string | undefined;
  /**
   * The `moment` of a checkpoint that was saved before the command ran. If files changed since,
   * the verdict counts for no exact state.
   */
  since?: number | undefined;
  /** The state that it is about, without `since`; default: the files as they are now. */
  id?: string | undefined;
}

export interface NewMessage {
  thread: string;
  /** Default: a new id. */
  message?: string | undefined;
  role: "user" | "agent";
  text?: string | undefined;
  source?: string | undefined;
}

export interface RewindOptions extends LongCall {
  preview?: boolean | undefined;
  /** Also restore files that only others have changed since. */
  includeOthers?: boolean | undefined;
  /** Who asks: a conversation may be rewound by its own source or by a person. */
  source?: string | undefined;
}

// From here on this file is generated from src/answers: see test/answers/pages.test.ts.

export type ErrorCode =
  | "bad-input"
  | "bad-path"
  | "not-found"
  | "ambiguous"
  | "not-kept"
  | "refused"
  | "over-budget"
  | "wrong-root"
  | "newer-format"
  | "store-locked"
  | "damaged"
  | "disk-full"
  | "quota"
  | "io"
  | "plan-changed"
  | "conflicts"
  | "nothing-to-undo"
  | "protected"
  | "cancelled"
  | "not-allowed"
  | "internal";

export type CheckpointKind =
  | "automatic"
  | "guard"
  | "manual"
  | "feature"
  | "session";

export interface Checkpoint {
  /** Unique; sorts by time. */
  id: string;
  /** Counts up from 0; a number is never used again. */
  number: number;
  /** The moment that it names. */
  moment: number;
  /** Its kind, which decides how long it is kept. */
  kind: CheckpointKind;
  /** Its description; null if there is none. */
  description: string | null;
  /** When its state was recorded, if it was created later, of an earlier moment; otherwise absent. */
  stateAt?: string;
  /** editor, outside (author unknown), git, restore, cli, or an agent's name. */
  source: string;
  /** Compared with the checkpoint before it. */
  filesChanged: ChangeCounts;
  /** Editors that had unsaved text. */
  unsaved: number;
  /** Files that were not recorded; in lists of checkpoints the first 100. */
  skipped: Skipped[];
  /** How many files were not recorded. */
  skippedCount: number;
  /** Null if the folder is not in a repository, or if stateAt is present: what git had then is not known. */
  git: GitState | null;
  /** Additional data from its creator. */
  metadata: Record<string, unknown>;
  /** The agent's task list, if it provided one. */
  task: TaskState | null;
  /** The conversation that it belongs to. */
  thread: string | null;
  /** Never removed automatically. */
  pinned: boolean;
  /** Models of the agents that made its changes; absent if none is known. */
  models?: string[];
  /** Subagents that made some of its changes; absent if none did. */
  subagents?: string[];
  /** Which commands passed or failed on this state, oldest first. */
  verdicts: Verdict[];
  /** The message that it was saved with; null if none. */
  message: string | null;
  /** ISO 8601, in UTC. */
  timestamp: string;
  /** The message that it belongs to. */
  threadMessage: string | null;
}

export interface ChangeCounts {
  /** Files that were added. */
  added: number;
  /** Files that were modified. */
  modified: number;
  /** Files that were deleted. */
  deleted: number;
}

export interface Skipped {
  /** Relative to the workspace folder, with / between names. */
  path: string;
  /** Why it was not recorded. */
  reason:
    | "too-large"
    | "unreadable"
    | "special"
    | "changing"
    | "name"
    | "own-data";
}

export interface GitState {
  /** The commit of HEAD; null before the first commit. */
  commit: string | null;
  /** The branch; null if HEAD is detached. */
  branch: string | null;
  /** Files that changed since Checkpoint first saw this commit, which is not the same as git's list; the first 1,000, in lists of checkpoints the first 100. */
  dirtyFiles: string[];
  /** How many such files there are. */
  dirtyCount: number;
}

export interface TaskState {
  /** The task in progress. */
  current?: string;
  /** The tasks that are done. */
  completed?: string[];
  /** The number of the session. */
  session?: number;
  /** Tokens used. */
  tokens?: number;
}

export interface Verdict {
  /** What was run, such as npm test; verdicts with the same label form a series. */
  label: string;
  /** The command succeeded. */
  passed: boolean;
  /** Its exit code; null if the state was marked by hand. */
  exitCode: number | null;
  /** How long it ran; null if unknown. */
  durationMs: number | null;
  /** editor, outside (author unknown), git, restore, cli, or an agent's name. */
  source: string;
  /** ISO 8601, in UTC. */
  at: string;
  /** No recorded file changed while it ran, so the verdict holds for exactly this state. */
  exact: boolean;
}

export interface CheckpointDetail {
  /** Unique; sorts by time. */
  id: string;
  /** Counts up from 0; a number is never used again. */
  number: number;
  /** The moment that it names. */
  moment: number;
  /** Its kind, which decides how long it is kept. */
  kind: CheckpointKind;
  /** Its description; null if there is none. */
  description: string | null;
  /** When its state was recorded, if it was created later, of an earlier moment; otherwise absent. */
  stateAt?: string;
  /** editor, outside (author unknown), git, restore, cli, or an agent's name. */
  source: string;
  /** Compared with the checkpoint before it. */
  filesChanged: ChangePaths;
  /** Editors that had unsaved text. */
  unsaved: number;
  /** Files that were not recorded; in lists of checkpoints the first 100. */
  skipped: Skipped[];
  /** How many files were not recorded. */
  skippedCount: number;
  /** Null if the folder is not in a repository, or if stateAt is present: what git had then is not known. */
  git: GitState | null;
  /** Additional data from its creator. */
  metadata: Record<string, unknown>;
  /** The agent's task list, if it provided one. */
  task: TaskState | null;
  /** The conversation that it belongs to. */
  thread: string | null;
  /** Never removed automatically. */
  pinned: boolean;
  /** Models of the agents that made its changes; absent if none is known. */
  models?: string[];
  /** Subagents that made some of its changes; absent if none did. */
  subagents?: string[];
  /** Which commands passed or failed on this state, oldest first. */
  verdicts: Verdict[];
  /** The message that it was saved with; null if none. */
  message: string | null;
  /** ISO 8601, in UTC. */
  timestamp: string;
  /** The message that it belongs to. */
  threadMessage: string | null;
}

export interface ChangePaths {
  /** Files that were added. */
  added: string[];
  /** Files that were modified. */
  modified: string[];
  /** Files that were deleted. */
  deleted: string[];
}

export interface CheckpointDiff {
  /** A reference to the older side: a checkpoint's id, @40 (a moment), or workspace. */
  fromId: string;
  /** A reference to the newer side: a checkpoint's id, @40 (a moment), or workspace. */
  toId: string;
  /** Paths that only the newer side has. */
  addedFiles: string[];
  /** Files that differ. */
  modifiedFiles: string[];
  /** Paths that only the older side has. */
  deletedFiles: string[];
  /** Which of the added paths are the new names of which deleted ones. */
  renamedFiles: RenamedFile[];
  /** A unified patch. */
  diffContent: string;
}

export interface RenamedFile {
  /** The old path. */
  from: string;
  /** The new path. */
  to: string;
}

export interface RestoreResult {
  /** False for a preview, if there was nothing to do, and if it failed. */
  applied: boolean;
  /** The id of this restore; null if nothing was done. */
  restoreId: string | null;
  /** The guard checkpoint that has what was replaced; null if nothing was. */
  guard: CheckpointNumber | null;
  /** Files that were created or replaced, or would be. */
  written: string[];
  /** Files that were deleted, or would be. */
  deleted: string[];
  /** Files that are not changed, and why. */
  leftAlone: LeftAlone[];
  /** Those files that someone else has changed since the target. */
  changedByOthers: ChangedByOthers[];
  /** What went wrong; if anything did, the files were rolled back. */
  failures: RestoreFailure[];
  /** It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history. */
  isHalfDone?: true;
}

export interface CheckpointNumber {
  /** Unique; sorts by time. */
  id: string;
  /** The checkpoint's number. */
  number: number;
}

export interface LeftAlone {
  /** Relative to the workspace folder, with / between names. */
  path: string;
  /** Why it is not changed. */
  reason:
    | "ignored-then"
    | "not-ours"
    | "too-large"
    | "unreadable"
    | "special"
    | "changing"
    | "name"
    | "link"
    | "blocked"
    | "protected"
    | "own-data";
}

export interface ChangedByOthers {
  /** Relative to the workspace folder, with / between names. */
  path: string;
  /** Who changed it. */
  sources: string[];
}

export interface RestoreFailure {
  /** Relative to the workspace folder, with / between names. */
  path: string;
  /** The error's code. */
  code: string;
  /** What went wrong. */
  message: string;
}

export interface DeletedCheckpoints {
  /** The numbers of deleted checkpoints. */
  deleted: number[];
}

export interface Captured {
  /** The moment with this state. */
  moment: number;
  /** The changes that were recorded. */
  filesChanged: ChangePaths;
  /** Files that were not recorded; in lists of checkpoints the first 100. */
  skipped: Skipped[];
}

export interface DamageFound {
  /** For programs. */
  kind: string;
  /** What is damaged, for people. */
  message: string;
}

export interface Thread {
  /** Unique in its folder. */
  id: string;
  /** Its first words. */
  title: string;
  /** The agent that it belongs to. */
  source: string;
  /** The workspace folder that it belongs to. */
  folder: string;
  /** ISO 8601, in UTC. */
  createdAt: string;
  /** When its last message was recorded. */
  updatedAt: string;
  /** Messages, without deleted ones. */
  messages: number;
  /** Messages marked as deleted. */
  deletedMessages: number;
}

export interface ThreadDetail {
  /** Unique in its folder. */
  id: string;
  /** Its first words. */
  title: string;
  /** The agent that it belongs to. */
  source: string;
  /** The workspace folder that it belongs to. */
  folder: string;
  /** ISO 8601, in UTC. */
  createdAt: string;
  /** When its last message was recorded. */
  updatedAt: string;
  /** All messages, deleted ones too. */
  messages: ThreadMessage[];
  /** Messages marked as deleted. */
  deletedMessages: number;
}

export interface ThreadMessage {
  /** Unique in its conversation. */
  id: string;
  /** The conversation that it belongs to. */
  thread: string;
  /** Its position, from 0; deleted messages count too. */
  index: number;
  /** Who said it. */
  role: "user" | "agent";
  /** What was said. */
  text: string;
  /** ISO 8601, in UTC. */
  at: string;
  /** The state of the folder when it was recorded. */
  moment: number;
  /** Its checkpoint, if it has one. */
  checkpoint: CheckpointNumber | null;
  /** Marked as deleted; undo restores it. */
  deleted: boolean;
}

export interface ThreadEdit {
  /** The conversation. */
  thread: string;
  /** The message. */
  message: string;
  /** Files would change, so ask the user first. */
  requiresConfirmation: boolean;
  /** Files that change. */
  restorations: Restoration[];
  /** Those files that someone else has changed since the target. */
  changedByOthers: ChangedByOthers[];
  /** Files that are not changed because only others changed them. */
  leftToOthers: ChangedByOthers[];
  /** Messages that are marked as deleted, or would be. */
  deletedMessages: string[];
  /** The plan's id. */
  planId: string;
  /** The files were restored and the messages marked. */
  applied: boolean;
  /** The guard checkpoint that has what was replaced; null if nothing was. */
  guard: CheckpointNumber | null;
  /** What went wrong; if anything did, the files were rolled back. */
  failures: RestoreFailure[];
  /** It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history. */
  isHalfDone?: true;
}

export interface Restoration {
  /** Relative to the workspace folder, with / between names. */
  path: string;
  /** What happens to the file. */
  action: "create" | "replace" | "delete";
}

export interface VerdictResult {
  /** The verdict. */
  verdict: Verdict;
  /** The checkpoint that has the state; null if there is none. */
  checkpoint: Checkpoint | null;
  /** The last state on which this command passed; null if none. */
  lastGood: SinceGood | null;
}

export interface SinceGood {
  /** The last good moment. */
  moment: number;
  /** The number of its checkpoint; null if it has none. */
  checkpoint: number | null;
  /** ISO 8601, in UTC. */
  at: string;
  /** How many files have changed since. */
  files: number;
  /** Who changed them; a file may count more than once. */
  sources: ChangedBy[];
}

export interface ChangedBy {
  /** editor, outside (author unknown), git, restore, cli, or an agent's name. */
  source: string;
  /** How many of the files it changed. */
  files: number;
}

export interface CheckSeries {
  /** What is run. */
  label: string;
  /** The latest verdict. */
  last: Verdict;
  /** When it first failed after it last passed; null if it passes. */
  failingSince: string | null;
  /** The last state on which it passed; null if there is none. */
  lastGood: SinceGood | null;
}
