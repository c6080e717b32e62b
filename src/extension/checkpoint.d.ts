/**
 * The API of the Checkpoint extension for other extensions, version 1. Copy
 * this file into your extension and get the API like this:
 *
 * ```ts
 * import type { CheckpointApi } from "./checkpoint";
 * const extension = vscode.extensions.getExtension<CheckpointApi>("checkpoint-dev.checkpoint");
 * const checkpoints = await extension?.activate();
 * const before = await checkpoints?.save({ name: "Before my refactoring", source: "my-agent" });
 * ```
 *
 * Version 1 is stable: optional fields and methods may be added, nothing is removed. Values are
 * plain data. A method rejects with an `Error` that has a `code` (`not-found`, `ambiguous`,
 * `refused`, `over-budget`, `disk-full`, `cancelled`, ...), a `message` for people and possibly a
 * `hint`.
 *
 * A *reference* names a point in time: `12`, `#12` or `snapshot-12` (a number),
 * an id or a unique prefix of one, a name, `latest`, `latest~2`, `good`, `good:LABEL`, `bad`, `@40` (a
 * moment), or a time (`2026-11-16T10:30`, `10m`, `2h` ago).
 */
import type { CancellationToken, Event, Uri } from "vscode";

export interface CheckpointApi {
  readonly version: 1;

  /**
   * Resolves once the folder is recorded; rejects if it will not be (`refused`, `over-budget`). The
   * other methods wait for this, so calling it is optional.
   */
  initialize(folder?: Uri): Promise<{ folder: Uri; storeDir: string }>;

  /**
   * Creates a checkpoint of the folder's current state, unsaved editors included; with `at`, of an
   * earlier state.
   */
  save(options?: SaveOptions): Promise<Checkpoint>;

  /**
   * Restores files. A guard checkpoint first records what will be replaced, so every restore can be
   * undone. With `preview` nothing is written, and the result only describes what would be.
   */
  restore(reference: string, options?: RestoreOptions): Promise<RestoreResult>;

  /** Compares two references; either may be `workspace`, the current files. */
  diff(from: string, to: string, options?: DiffOptions): Promise<Diff>;

  /** The newest state first; pass `next` as `before` for the next page. */
  list(options?: ListOptions): Promise<CheckpointPage>;

  get(reference: string, options?: InFolder): Promise<CheckpointDetail>;

  /** Feature and pinned checkpoints are deleted only with `force`. */
  delete(
    references: readonly string[],
    options?: InFolder & { force?: boolean },
  ): Promise<{ deleted: number[] }>;

  /** Fires when something was recorded, created, edited, restored or deleted, by anyone. */
  readonly onDidChange: Event<CheckpointEvent>;

  readonly threads: ThreadsApi;

  readonly verdicts: VerdictsApi;
}

/** Whether commands such as the tests passed; `good` is the last state on which they did. */
export interface VerdictsApi {
  /** Records whether a command passed or failed on a state, by default on the current files. */
  record(verdict: NewVerdict): Promise<VerdictResult>;
  /**
   * What was checked, the most recent first: the latest verdict of each command, and how far the
   * files are from the last state on which it passed.
   */
  list(options?: InFolder): Promise<CheckSeries[]>;
}

export interface NewVerdict extends InFolder {
  /** A short name of the command without secrets, always the same for the same command. */
  label: string;
  passed: boolean;
  exitCode?: number;
  durationMs?: number;
  /** Who ran it: `editor` by default, or an agent's name. */
  source?: string;
  /**
   * The `moment` of a checkpoint that was saved before the command ran. If files changed since,
   * the verdict counts for no exact state.
   */
  since?: number;
  /** The state that it is about, without `since`; default: the current files. */
  reference?: string;
}

/** Conversations with agents; each message is linked to the state of the files at that time. */
export interface ThreadsApi {
  list(options?: InFolder): Promise<Thread[]>;
  get(id: string, options?: InFolder): Promise<ThreadDetail>;
  /** Records a message and links it to the current moment. */
  record(message: NewMessage): Promise<ThreadMessage>;
}

/** Which folder of the window; default: the only one, or the active editor's. */
export interface InFolder {
  folder?: Uri;
}

export interface SaveOptions extends InFolder {
  /**
   * A reference to an earlier state: the checkpoint is created of that, and nothing is recorded.
   * It is `manual` or `feature` and has no conversation. Rejects with `not-kept` if the retention
   * rules have removed that state.
   */
  at?: string;
  name?: string;
  description?: string;
  /** Default `manual`: kept until deleted. `feature` is permanent. */
  kind?: "manual" | "feature" | "automatic";
  /** Who creates it: `editor` by default, or an agent's name. */
  source?: string;
  metadata?: Record<string, unknown>;
  thread?: string;
  message?: string;
  pinned?: boolean;
  token?: CancellationToken;
}

export interface RestoreOptions extends InFolder {
  /** Files or folders, relative to the folder; default: everything. */
  paths?: readonly string[];
  /** Only what this source changed since. */
  changedBy?: string;
  /** Who asks; changes by others are listed in `changedByOthers`. */
  source?: string;
  preview?: boolean;
  token?: CancellationToken;
}

export interface DiffOptions extends InFolder {
  paths?: readonly string[];
  /** Also return a unified patch. */
  patch?: boolean;
  token?: CancellationToken;
}

export interface ListOptions extends InFolder {
  limit?: number;
  before?: number;
  kinds?: readonly CheckpointKind[];
  source?: string;
  /** Only checkpoints that changed this file or something below it. */
  path?: string;
  /** Text in the name or description. */
  text?: string;
  since?: string;
  until?: string;
  thread?: string;
}

export interface CheckpointEvent {
  folder: Uri;
  /** `captured`: a moment was recorded. */
  type:
    | "captured"
    | "created"
    | "edited"
    | "restored"
    | "deleted"
    | "thread"
    | "other";
  /** For `created` and `edited`. */
  checkpoint?: Checkpoint;
}

export interface NewMessage extends InFolder {
  thread: string;
  /** Default: a new id. */
  message?: string;
  role: "user" | "agent";
  text?: string;
  source?: string;
}

// From here on this file is generated from src/answers: see test/answers/pages.test.ts.

export type CheckpointKind =
  | "automatic"
  | "guard"
  | "manual"
  | "feature"
  | "session";

export interface CheckpointPage {
  /** The newest state first. */
  checkpoints: Checkpoint[];
  /** Pass this as before to get the next page; null on the last page. */
  next: number | null;
  /** The total number on all pages. */
  total: number;
}

export interface Checkpoint {
  /** Unique; sorts by time. */
  id: string;
  /** Counts up from 0; a number is never used again. */
  number: number;
  /** The moment that it names. */
  moment: number;
  /** Its kind, which decides how long it is kept. */
  kind: CheckpointKind;
  /** Null if it has no name. */
  name: string | null;
  /** Its description; null if there is none. */
  description: string | null;
  /** ISO 8601, in UTC. */
  createdAt: string;
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
  /** The message that it belongs to. */
  message: string | null;
  /** Never removed automatically. */
  pinned: boolean;
  /** Models of the agents that made its changes; absent if none is known. */
  models?: string[];
  /** Subagents that made some of its changes; absent if none did. */
  subagents?: string[];
  /** Which commands passed or failed on this state, oldest first. */
  verdicts: Verdict[];
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
  /** Null if it has no name. */
  name: string | null;
  /** Its description; null if there is none. */
  description: string | null;
  /** ISO 8601, in UTC. */
  createdAt: string;
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
  /** The message that it belongs to. */
  message: string | null;
  /** Never removed automatically. */
  pinned: boolean;
  /** Models of the agents that made its changes; absent if none is known. */
  models?: string[];
  /** Subagents that made some of its changes; absent if none did. */
  subagents?: string[];
  /** Which commands passed or failed on this state, oldest first. */
  verdicts: Verdict[];
}

export interface ChangePaths {
  /** Files that were added. */
  added: string[];
  /** Files that were modified. */
  modified: string[];
  /** Files that were deleted. */
  deleted: string[];
}

export interface Diff {
  /** The older side. */
  from: Side;
  /** The newer side. */
  to: Side;
  /** Files that only the newer side has. */
  added: FileChange[];
  /** Files that differ. */
  modified: FileChange[];
  /** Files that only the older side has. */
  deleted: FileChange[];
  /** Files with a new path. */
  renamed: FileChange[];
  /** A unified patch, if requested. */
  patch?: string;
}

export interface Side {
  /** Its label: #12 and its name, @40, a time, or workspace. */
  label: string;
  /** Its moment; null for the workspace. */
  moment: number | null;
  /** Null if no checkpoint names this moment. */
  checkpoint: CheckpointName | null;
}

export interface CheckpointName {
  /** Unique; sorts by time. */
  id: string;
  /** The checkpoint's number. */
  number: number;
  /** Its name; null if it has none. */
  name: string | null;
}

export interface FileChange {
  /** Relative to the workspace folder, with / between names. */
  path: string;
  /** The old path of a renamed file. */
  from?: string;
  /** The file, or the unsaved text of its editor. */
  layer: "disk" | "unsaved";
  /** Not text. */
  binary: boolean;
  /** Null for binary files and symbolic links. */
  linesAdded: number | null;
  /** Null for binary files and symbolic links. */
  linesRemoved: number | null;
  /** Present if the mode changed. */
  mode?: ModeChange;
  /** Null if there was no file. */
  oldHash: string | null;
  /** Null if there is no file. */
  newHash: string | null;
}

export interface ModeChange {
  /** The mode before, such as 644. */
  from: string;
  /** The mode after, such as 755. */
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
