import type { ErrorCode } from "../../answers/error";
import type { SkipReason } from "./checkpoint";

// What the data of problems consists of.

/** The operation during which the file system failed. */
export type DiskOperation =
  | "read"
  | "write"
  | "open"
  | "lock"
  | "unlock"
  | "restore"
  | "unpack"
  | "make-folder";

/** Why a text is not a valid reference or time. */
export type ReferenceFault =
  | "empty"
  | "not-text"
  | "too-long"
  | "number-too-large"
  | "no-name"
  | "no-label"
  | "unknown-form"
  | "not-a-time"
  | "before-1970"
  | "not-a-time-of-day"
  | "not-a-date";

/** Why a folder is never recorded, or only if a person asks for it. */
export type RefusalReason =
  | "file-system-root"
  | "home"
  | "holds-home"
  | "system"
  | "shared"
  | "own-store"
  | "holds-own-store"
  | "own-data";

/** Whose changes a revert is about. */
export type ChangesOf =
  | { source: string }
  | { thread: string; message: string | null };

/** Why a file cannot be put back at its path. */
export type Obstacle =
  | { obstacle: "file-above"; at: string; isRecorded: boolean }
  | { obstacle: "folder"; holds: string | null }
  | { obstacle: "unreadable"; reason: SkipReason };

/** What is found along the path to a store, at the point where it ends. */
export type PathEnd = "there" | "missing" | "closed" | "file" | "link";

/**
 * An error contained in this one. Structurally an ErrorJson, which is itself
 * defined by these types.
 */
export interface InnerError {
  code: ErrorCode;
  problem: string;
  data: Readonly<Record<string, unknown>>;
}

export interface Kind<Data extends object> {
  readonly code: ErrorCode;
  /** Exists only for the type; no data is stored here. */
  readonly data?: Data;
}

/** One line of a table of problems: the code, and as a type the data. */
export function kind<Data extends object = Record<never, never>>(
  code: ErrorCode,
): Kind<Data> {
  return { code };
}
