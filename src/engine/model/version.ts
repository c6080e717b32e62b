import type { SkipReason, Source } from "./checkpoint";

/** SHA-256 of the raw bytes, 64 hex digits. */
export type ContentHash = string;

/** The two layers of a path: the file on disk, the unsaved text of an editor. */
export type Layer = "disk" | "unsaved";

export const SYMLINK = 0o120000;

/**
 * What a path held: content under a mode. `mode` is the permission bits of a
 * file, or SYMLINK, whose content is the link's target.
 */
export interface Held {
  hash: ContentHash;
  mode: number;
  sizeBytes: number;
}

export type EntryKind = "file" | "symlink";

/** A file of a state: what `files(at)` lists. */
export interface FileEntry {
  path: string;
  hash: ContentHash;
  kind: EntryKind;
  /** Octal permission bits, such as `644`. */
  mode: string;
  sizeBytes: number;
  unsaved: boolean;
}

/** One version of one file: what `history(path)` lists, newest first. */
export interface FileVersion {
  path: string;
  /** The first moment that has it, and the first that no longer does. */
  born: number;
  died: number | null;
  at: string;
  hash: ContentHash | null;
  sizeBytes: number;
  mode: string;
  source: Source;
  change: "added" | "modified" | "deleted" | "released" | "skipped";
  reason: SkipReason | null;
  unsaved: boolean;
  /** The first checkpoint that holds this version, if any does. */
  checkpoint: { id: string; number: number; name: string | null } | null;
}

/** A file that is gone and can be brought back. */
export interface DeletedFile {
  path: string;
  /** The last moment that held it: restore this path from `@<moment>`. */
  lastMoment: number;
  deletedAt: string;
  sizeBytes: number;
  hash: ContentHash;
  source: Source;
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
