import type {
  ChangePaths,
  CheckpointOptions,
  Skipped,
  Source,
} from "../model/checkpoint";
import type { UnsavedText } from "../model/restorePlan";

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

/** A file of a state that comes from elsewhere. */
export interface ImportedFile {
  path: string;
  /** Permission bits, or SYMLINK, whose content is the target. */
  mode: number;
  /** The unsaved text of an editor, beside the file of the same path. */
  isUnsaved?: boolean | undefined;
  /** Where it is known before it is read; at least what is read. */
  sizeBytes?: number | undefined;
  /** Called when its turn comes; twice where room is scarce. */
  read: () => Uint8Array;
}

export interface ImportOptions extends CheckpointOptions {
  /** ISO 8601: when the state was recorded where it comes from. Default: now. */
  createdAt?: string | undefined;
}
