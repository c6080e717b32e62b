import type { Engine, Run } from "../api";
import { CheckpointError } from "../model/errors";
import { SYMLINK, isSymlink } from "../model/version";
import { isProtectedPath, workspacePath } from "../model/workspacePath";
import { manifestFor, manifestName } from "./manifest";

/** A file on its way out or in: `mode` is permission bits, or SYMLINK with its target as bytes. */
export interface Entry {
  path: string;
  mode: number;
  /** Where it is known before it is read. */
  sizeBytes?: number | undefined;
  read: () => Uint8Array;
}

/** A state on its way out. The last entry is the manifest. */
export interface Export {
  label: string;
  title: string;
  body: string;
  createdAt: string;
  entries: Entry[];
}

/** What an export needs of the engine. */
export type Exporter = Pick<
  Engine,
  "resolve" | "files" | "read" | "readContent"
>;

/** Returns the state at a point as entries, its manifest among them. */
export function exportOf(engine: Exporter, ref: string): Export {
  const point = engine.resolve(ref);
  const at = `@${point.moment}`;
  const all = engine.files(at, { unsaved: true });
  const files = all.filter((file) => !file.unsaved);
  const entries: Entry[] = files.map((file) => ({
    path: file.path,
    mode: file.kind === "symlink" ? SYMLINK : Number.parseInt(file.mode, 8),
    read: () => engine.readContent(file.hash),
  }));
  const unsaved = all
    .filter((file) => file.unsaved)
    .map(({ path }) => ({ path, bytes: engine.read(at, path, "unsaved") }));
  const manifest = manifestFor(point, entries, unsaved);
  const name = manifestName(new Set(entries.map((entry) => entry.path)));
  const bytes = Buffer.from(JSON.stringify(manifest, null, 2) + "\n");
  entries.push({ path: name, mode: 0o644, read: () => bytes });
  return {
    label: point.label,
    title: point.checkpoint?.name ?? `Checkpoint ${point.label}`,
    body: point.checkpoint?.description ?? "",
    createdAt: point.checkpoint?.createdAt ?? point.at,
    entries,
  };
}

/**
 * Checks entries that come from outside: every path inside the workspace and
 * not version control's, none twice, none below a file or a link. Throws
 * `bad-path`; what it returns is in path order.
 */
export function checkedEntries(entries: readonly Entry[]): Entry[] {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const path = workspacePath(entry.path);
    if (isProtectedPath(path))
      throw hostile(path, "belongs to version control or to Checkpoint");
    if (seen.has(path)) throw hostile(path, "is there twice");
    const mode = isSymlink(entry.mode) ? SYMLINK : entry.mode & 0o777;
    seen.set(path, { ...entry, path, mode });
  }
  for (const path of seen.keys())
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
      if (seen.has(path.slice(0, at)))
        throw hostile(path, "lies below a path that is not a folder");
  return [...seen.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Tells how far it is and asks whether to go on, before each entry. */
export function* withProgress(
  entries: readonly Entry[],
  phase: "read" | "write",
  run: Run | undefined,
): Generator<Entry> {
  let done = 0;
  for (const entry of entries) {
    if (run?.isCancelled?.())
      throw new CheckpointError("cancelled", "Cancelled. Nothing was changed.");
    run?.progress?.({ phase, done: done++, total: entries.length });
    yield entry;
  }
}

function hostile(path: string, why: string): CheckpointError {
  return new CheckpointError(
    "bad-path",
    `“${path}” ${why}: nothing was imported.`,
    {
      hint: "Import folders, archives and commits that an export made, or plain ones without such paths.",
      data: { path },
    },
  );
}
