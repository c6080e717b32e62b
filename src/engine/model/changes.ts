import type { Layer } from "./version";

/** A side of a comparison, as the answer names it. */
export interface Side {
  /** `#12`, `@40`, or `workspace`. */
  label: string;
  moment: number | null;
  checkpoint: { id: string; number: number; name: string | null } | null;
}

export interface FileChange {
  path: string;
  /** Present for renamed files: where it came from. */
  from?: string;
  layer: Layer;
  binary: boolean;
  /** Lines added and removed; null for binary files and symlinks. */
  linesAdded: number | null;
  linesRemoved: number | null;
  /** Present when the mode changed: `{from: "644", to: "755"}`. */
  mode?: { from: string; to: string };
  oldHash: string | null;
  newHash: string | null;
}

export interface Diff {
  from: Side;
  to: Side;
  added: FileChange[];
  modified: FileChange[];
  deleted: FileChange[];
  renamed: FileChange[];
  /** Unified patch of all changes, when asked for. */
  patch?: string;
}

export interface DiffOptions {
  /** Only these paths, or what lies below them. */
  paths?: readonly string[] | undefined;
  patch?: boolean | undefined;
  /** Line counts and similarity need the contents; false skips reading them. */
  content?: boolean | undefined;
  /** Default true. */
  renames?: boolean | undefined;
  /** Lines of context in the patch, default 3. */
  context?: number | undefined;
}
