import type { Run } from "../engine/api";
import type { CheckpointError } from "../engine/model/errors";
import { problem } from "../engine/model/errors";
import type { ProblemData } from "../engine/model/problems";
import { SYMLINK, isSymlink } from "../engine/model/version";
import { isProtectedPath, workspacePath } from "../engine/model/workspacePath";

/**
 * A file being exported or imported. `mode` is permission bits, or SYMLINK, in which case
 * `read` returns the link's target.
 */
export interface Entry {
  path: string;
  mode: number;
  /** Undefined if the size is not known before reading. */
  sizeBytes?: number | undefined;
  read: () => Uint8Array;
}

/**
 * Validates entries from an untrusted source: every path is inside the workspace and not
 * part of version control or Checkpoint's own data, none occurs twice, and none lies below
 * a file or a symlink. Returns them in path order; throws `bad-path`.
 */
export function checkedEntries(entries: readonly Entry[]): Entry[] {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const path = workspacePath(entry.path);
    if (isProtectedPath(path)) throw hostile(path, "protected");
    if (seen.has(path)) throw hostile(path, "twice");
    const mode = isSymlink(entry.mode) ? SYMLINK : entry.mode & 0o777;
    seen.set(path, { ...entry, path, mode });
  }
  for (const path of seen.keys())
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
      if (seen.has(path.slice(0, at))) throw hostile(path, "below-a-file");
  return [...seen.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Yields the entries; before each one, reports progress and checks for cancellation. */
export function* withProgress(
  entries: readonly Entry[],
  phase: "read" | "write",
  run: Run | undefined,
): Generator<Entry> {
  let done = 0;
  for (const entry of entries) {
    if (run?.isCancelled?.()) throw problem("cancelled");
    run?.progress?.({ phase, done: done++, total: entries.length });
    yield entry;
  }
}

function hostile(
  path: string,
  why: ProblemData<"hostile-path">["why"],
): CheckpointError {
  return problem("hostile-path", { path, why });
}

// A byte order mark at the start is part of the name.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Returns a name as text, or null if it is not UTF-8: recorded paths are text, so it cannot
 * be imported.
 */
export function utf8Name(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
