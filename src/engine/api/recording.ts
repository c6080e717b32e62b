import type {
  ChangePaths,
  CheckpointOptions,
  Skipped,
  Source,
} from "../model/checkpoint";
import type { Verdict } from "../../answers/verdict";
import type { UnsavedText } from "../model/restorePlan";

export interface CaptureRequest {
  /** Changed files or folders. If absent, the whole folder is scanned. */
  paths?: readonly string[] | undefined;
  source?: Source | undefined;
  /** The conversation that made the changes. */
  thread?: string | undefined;
  /** The model and the subagent that made them, if the source is an agent. */
  model?: string | undefined;
  subagent?: string | undefined;
  /**
   * Unsaved text of editors; a null text means that the editor has no unsaved
   * changes anymore.
   */
  unsaved?: readonly UnsavedText[] | undefined;
  /**
   * Files that formatters changed while the editor saved them. Each is recorded as such if the
   * file is found as it was saved.
   */
  formatted?: readonly FormattedSave[] | undefined;
  /**
   * Also checks files that were recorded while a program may still have been writing
   * them, if they have not changed for a while. Every full scan does this.
   */
  unsettled?: boolean | undefined;
  /**
   * Stores contents uncompressed, which takes half the time, and scans only the given
   * paths even if nothing was recorded before. Used for guards, because the command that is
   * about to change the files is waiting.
   */
  isUrgent?: boolean | undefined;
  /** Continues even if the first scan exceeds the budget. */
  force?: boolean | undefined;
}

/** The text of an editor before and after formatters changed it while it was saved. */
export interface FormattedSave {
  path: string;
  typed: string;
  saved: string;
}

/** Who made a change. */
export interface Author {
  source: Source;
  /** The conversation, if known. */
  thread: string | null;
  /** An agent's model, and the subagent that acted for it; absent if unknown. */
  model?: string;
  subagent?: string;
  /** For an unknown author: who may have made the change. */
  maybe?: Author[];
}

/** The sources that appear in this history. */
export interface Heard {
  /** Sources that made changes, or requested checkpoints, after a time. */
  since(atMs: number): Source[];
  /**
   * When a source was last recorded, or when the folder was last fully scanned;
   * null if never.
   */
  last(source: Source): number | null;
}

/** Who requests a capture, and for which paths. */
export interface Asker extends Author {
  /** Null means the whole folder. */
  paths: readonly string[] | null;
}

/**
 * Attributes the changes that a capture finds. The host knows who is working in the
 * folder, so the engine asks it.
 */
export interface Attribution {
  /**
   * Called before the files are scanned. Returns a function to call once the files
   * are read; that one returns the author of each changed file, or null if the
   * requester made all changes.
   */
  begin(asker: Asker, heard: Heard): () => AuthorOf | null;
}

export type AuthorOf = (path: string) => Author;

/** A moment created by a capture: the changes of one author. */
export interface AuthoredMoment extends Author {
  moment: number;
  recorded: ChangePaths;
  /** Paths whose unsaved text was recorded or discarded. */
  unsaved: string[];
}

export interface CaptureResult {
  /** The moment with this state: a new one, or the last one if nothing changed. */
  moment: number;
  /** The moments created, one per author; empty if nothing changed. */
  moments: AuthoredMoment[];
  /** False if nothing changed. */
  isNew: boolean;
  recorded: ChangePaths;
  /** Paths that became ignored: no longer recorded, but not deleted. */
  released: string[];
  /** Paths whose unsaved text was recorded or discarded. */
  unsaved: string[];
  skipped: Skipped[];
  /**
   * True if files were recorded while a program may still have been writing them.
   * Long-running hosts read them again later (`recorder/secondLook.ts`).
   */
  hasUnsettled: boolean;
  /**
   * How many files this engine has found rewritten with the content they had, since it was
   * opened: between two captures they may have had another content.
   */
  rewrites: number;
}

export interface CheckpointRequest extends CheckpointOptions {
  /** Default true: scan the whole folder. False names the last recorded moment. */
  capture?: boolean | undefined;
  paths?: readonly string[] | undefined;
  unsaved?: readonly UnsavedText[] | undefined;
  force?: boolean | undefined;
  /**
   * A reference to an earlier moment: the checkpoint is created of that. Nothing is captured,
   * whatever else is given, and git's state is left out. A task or a conversation is refused.
   */
  at?: string | undefined;
}

export interface VerdictRequest {
  /** What was run, such as `npm test`; verdicts with the same label form a series. */
  label: string;
  passed: boolean;
  exitCode?: number | null | undefined;
  durationMs?: number | null | undefined;
  source?: Source | undefined;
  /**
   * The moment that was captured when the command started. The folder is captured again
   * to find out whether files changed while it ran.
   */
  since?: number | undefined;
  /**
   * The `rewrites` of the same capture: a file may have changed and changed back. Default:
   * when this engine last created a checkpoint of that moment.
   */
  rewrites?: number | undefined;
  /** The state to mark. Default, without `since`: the folder as it is now. */
  ref?: string | undefined;
}

export type { VerdictResult } from "../../answers/checkpoint";

/** One file of an imported state. */
export interface ImportedFile {
  path: string;
  /** Permission bits, or SYMLINK, in which case the content is the link target. */
  mode: number;
  /** The unsaved text of an editor, in addition to the file at the same path. */
  isUnsaved?: boolean | undefined;
  /** The size, if it is known before reading; never less than what `read` returns. */
  sizeBytes?: number | undefined;
  /** Called when the file is imported; called twice if space is short. */
  read: () => Uint8Array;
}

export interface ImportOptions extends CheckpointOptions {
  /** ISO 8601: when the state was originally recorded. Default: now. */
  createdAt?: string | undefined;
  /** What was known about the state where it comes from. */
  verdicts?: readonly Verdict[] | undefined;
}
