/**
 * The API of the Checkpoint extension for other extensions, version 1. Copy
 * this file into your extension, and ask for the API like this:
 *
 * ```ts
 * import type { CheckpointApi } from "./checkpoint";
 * const extension = vscode.extensions.getExtension<CheckpointApi>("checkpoint-dev.checkpoint");
 * const checkpoints = await extension?.activate();
 * const before = await checkpoints?.save({ name: "Before my refactoring", source: "my-agent" });
 * ```
 *
 * Version 1 only grows: new optional fields and methods may come, nothing that
 * is here goes. Values are plain data. A method rejects with an `Error` that has
 * a `code` (`not-found`, `ambiguous`, `refused`, `over-budget`, `disk-full`,
 * `cancelled`, ...), a `message` for people and perhaps a `hint`.
 *
 * A *reference* names a point in time: `12`, `#12` or `snapshot-12` (a number),
 * an id or a unique prefix of one, a name, `latest`, `latest~2`, `@40` (a
 * moment), or a time (`2026-11-16T10:30`, `10m`, `2h` ago).
 */
import type { CancellationToken, Event, Uri } from "vscode";

export interface CheckpointApi {
  readonly version: 1;

  /**
   * Resolves once the folder is recorded; rejects when it is not going to be
   * (`refused`, `over-budget`). Nothing else here needs it: other methods wait.
   */
  initialize(folder?: Uri): Promise<{ folder: Uri; storeDir: string }>;

  /** Makes a checkpoint of the folder as it is now, unsaved editors included. */
  save(options?: SaveOptions): Promise<Checkpoint>;

  /**
   * Brings files back. A guard checkpoint first holds what is replaced, so
   * every restore can be undone. With `preview` nothing is written and the
   * result only says what would be.
   */
  restore(reference: string, options?: RestoreOptions): Promise<RestoreResult>;

  /** Compares two references; either may be `workspace`, the files as they are. */
  diff(from: string, to: string, options?: DiffOptions): Promise<Diff>;

  /** Newest first; pass `next` as `before` for the next page. */
  list(options?: ListOptions): Promise<CheckpointPage>;

  get(reference: string, options?: InFolder): Promise<CheckpointDetail>;

  /** Feature and pinned checkpoints are only deleted with `force`. */
  delete(
    references: readonly string[],
    options?: InFolder & { force?: boolean },
  ): Promise<{ deleted: number[] }>;

  /** Something was recorded, created, edited, restored or deleted, by anybody. */
  readonly onDidChange: Event<CheckpointEvent>;

  readonly threads: ThreadsApi;
}

/** Conversations with an agent, each message tied to the files of its time. */
export interface ThreadsApi {
  list(options?: InFolder): Promise<Thread[]>;
  get(id: string, options?: InFolder): Promise<ThreadDetail>;
  /** Records a message and the moment it was said at. */
  record(message: NewMessage): Promise<ThreadMessage>;
}

/** Which folder of the window; default: the only one, or the active editor's. */
export interface InFolder {
  folder?: Uri;
}

export type CheckpointKind =
  "automatic" | "guard" | "manual" | "feature" | "session";

export interface SaveOptions extends InFolder {
  name?: string;
  description?: string;
  /** Default `manual`: kept until deleted. `feature` is permanent. */
  kind?: "manual" | "feature" | "automatic";
  /** Who makes it: `editor` by default, or the name of an agent. */
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
  /** Who asks; changes of others are listed in `changedByOthers`. */
  source?: string;
  preview?: boolean;
  token?: CancellationToken;
}

export interface RestoreResult {
  /** False for a preview, when there was nothing to do, and when it failed. */
  applied: boolean;
  /** The id of this restore; null unless it was applied. */
  restoreId: string | null;
  /** The checkpoint that holds what was replaced. */
  guard: { id: string; number: number } | null;
  written: string[];
  deleted: string[];
  leftAlone: { path: string; reason: string }[];
  changedByOthers: { path: string; sources: string[] }[];
  failures: { path: string; code: string; message: string }[];
  /** It failed, and what was done of it could not be taken back yet; the guard holds everything. */
  isHalfDone?: true;
}

export interface DiffOptions extends InFolder {
  paths?: readonly string[];
  /** Also give a unified patch. */
  patch?: boolean;
  token?: CancellationToken;
}

export interface Diff {
  added: FileChange[];
  modified: FileChange[];
  deleted: FileChange[];
  renamed: FileChange[];
  patch?: string;
}

export interface FileChange {
  path: string;
  /** For renamed files: where it came from. */
  from?: string;
  binary: boolean;
  linesAdded: number | null;
  linesRemoved: number | null;
}

export interface ListOptions extends InFolder {
  limit?: number;
  before?: number;
  kinds?: readonly CheckpointKind[];
  source?: string;
  /** Only checkpoints that changed this file or something below it. */
  path?: string;
  /** In name or description. */
  text?: string;
  since?: string;
  until?: string;
  thread?: string;
}

export interface CheckpointPage {
  checkpoints: Checkpoint[];
  next: number | null;
  total: number;
}

interface CheckpointFields {
  id: string;
  number: number;
  moment: number;
  kind: CheckpointKind;
  name: string | null;
  description: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  source: string;
  git: { commit: string | null; branch: string | null } | null;
  metadata: Record<string, unknown>;
  thread: string | null;
  message: string | null;
  pinned: boolean;
}

export interface Checkpoint extends CheckpointFields {
  /** Against the checkpoint before it. */
  filesChanged: { added: number; modified: number; deleted: number };
}

export interface CheckpointDetail extends CheckpointFields {
  filesChanged: { added: string[]; modified: string[]; deleted: string[] };
}

export interface CheckpointEvent {
  folder: Uri;
  /** `captured`: a moment was recorded; the others speak for themselves. */
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

export interface Thread {
  id: string;
  title: string;
  source: string;
  createdAt: string;
  updatedAt: string;
}

export interface ThreadDetail extends Thread {
  messages: ThreadMessage[];
}

export interface ThreadMessage {
  id: string;
  thread: string;
  index: number;
  role: "user" | "agent";
  text: string;
  at: string;
  moment: number;
  deleted: boolean;
}

export interface NewMessage extends InFolder {
  thread: string;
  /** Default: a fresh id. */
  message?: string;
  role: "user" | "agent";
  text?: string;
  source?: string;
}
