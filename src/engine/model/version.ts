import type { FileState } from "../../answers/restore";

export type { Layer } from "../../answers/diff";
export type { DeletedFile, FileVersion } from "../../answers/version";

/** SHA-256 of the raw bytes, 64 hex digits. */
export type ContentHash = string;

export const SYMLINK = 0o120000;

/**
 * The content and mode of a path. `mode` is the permission bits of a file, or
 * SYMLINK, in which case the content is the link target.
 */
export interface Held extends Omit<FileState, "mode"> {
  mode: number;
}

/** True if both have the same content and mode, or both are null. */
export function isSameHeld(a: Held | null, b: Held | null): boolean {
  if (a === null || b === null) return a === b;
  return a.hash === b.hash && a.mode === b.mode;
}

export type EntryKind = "file" | "symlink";

/** A file of a recorded state, as listed by `files(ref)`. */
export interface FileEntry {
  path: string;
  hash: ContentHash;
  kind: EntryKind;
  /** Octal permission bits, for example `644`. */
  mode: string;
  sizeBytes: number;
  unsaved: boolean;
}

export function isSymlink(mode: number): boolean {
  return (mode & 0o170000) === SYMLINK;
}

export function kindOf(mode: number): EntryKind {
  return isSymlink(mode) ? "symlink" : "file";
}

export function modeText(mode: number): string {
  return isSymlink(mode)
    ? "120000"
    : (mode & 0o777).toString(8).padStart(3, "0");
}
