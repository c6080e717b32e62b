import type { Engine, ImportedFile, ImportOptions, Run } from "../engine/api";
import type { Checkpoint } from "../engine/model/checkpoint";
import { isSymlink } from "../engine/model/version";
import { isWorkspacePath } from "../engine/model/workspacePath";
import { checkedEntries, withProgress, type Entry } from "./entries";
import { findManifest, parseManifest, type Manifest } from "./manifest";

export interface ImportRequest {
  name?: string | undefined;
  description?: string | undefined;
  kind?: Checkpoint["kind"] | undefined;
}

export interface Imported {
  checkpoint: Checkpoint;
  /** Paths that cannot be imported, of files and of unsaved texts. */
  leftOut: string[];
}

/** Creates a checkpoint from the entries of a folder, an archive or a commit. */
export function importEntries(
  engine: Pick<Engine, "importState">,
  given: readonly Entry[],
  request: ImportRequest,
  run?: Run,
  platform: NodeJS.Platform = process.platform,
): Imported {
  const there = importable(given, platform);
  const entries = checkedEntries(there.entries);
  const manifestPath = findManifest(entries.map((entry) => entry.path));
  const manifestEntry = entries.find((entry) => entry.path === manifestPath);
  const manifest = manifestEntry ? parseManifest(manifestEntry.read()) : null;
  const files = entries.filter((entry) => entry !== manifestEntry);
  const texts = importable(unsavedEntries(manifest), platform);
  const unsaved = checkedEntries(texts.entries);
  const modes = new Map(Object.entries(manifest?.modes ?? {}));
  const checkpoint = engine.importState(
    { [Symbol.iterator]: () => importedFiles(files, unsaved, modes, run) },
    importOptions(manifest, request),
    run,
  );
  const leftOut = [...new Set([...there.leftOut, ...texts.leftOut])];
  return { checkpoint, leftOut };
}

/** The largest file that Node can read in one call, and so the largest that can be recorded. */
const MOST_BYTES = 2 ** 31 - 1;

/**
 * Separates entries that cannot be imported: names this platform does not allow (`a:b` on
 * Windows) and files that are too large.
 */
function importable(
  given: readonly Entry[],
  platform: NodeJS.Platform,
): { entries: Entry[]; leftOut: string[] } {
  const isUnnamed = ({ path }: Entry) =>
    platform === "win32" &&
    /[\\:]/.test(path) &&
    isWorkspacePath(path.replaceAll(/[\\:]/g, "_"));
  const isTooLarge = ({ sizeBytes = 0 }: Entry) => sizeBytes > MOST_BYTES;
  const isLeftOut = (entry: Entry) => isUnnamed(entry) || isTooLarge(entry);
  return {
    entries: given.filter((entry) => !isLeftOut(entry)),
    leftOut: given.filter(isLeftOut).map(({ path }) => path),
  };
}

function* importedFiles(
  files: readonly Entry[],
  unsaved: readonly Entry[],
  modes: ReadonlyMap<string, string>,
  run: Run | undefined,
): Generator<ImportedFile> {
  for (const file of withProgress(files, "read", run)) {
    const { path, mode, sizeBytes, read } = file;
    const recorded = modes.get(path);
    const isOctal = recorded !== undefined && /^[0-7]{3}$/.test(recorded);
    const kept =
      isOctal && !isSymlink(mode) ? Number.parseInt(recorded, 8) : mode;
    yield { path, mode: kept, isUnsaved: false, sizeBytes, read };
  }
  for (const file of unsaved) yield { ...file, isUnsaved: true };
}

function unsavedEntries(manifest: Manifest | null): Entry[] {
  return Object.entries(manifest?.unsaved ?? {}).map(([path, base64]) => ({
    path,
    mode: 0o644,
    sizeBytes: base64.length,
    read: () => Buffer.from(base64, "base64"),
  }));
}

/** Pins kinds that retention would soon thin out, because the user imported them on purpose. */
function importOptions(
  manifest: Manifest | null,
  request: ImportRequest,
): ImportOptions {
  const was = manifest?.checkpoint;
  const kind = request.kind ?? was?.kind ?? "manual";
  const imported = was && {
    id: was.id,
    number: was.number,
    source: was.source,
    thread: was.thread,
    message: was.message,
    git: was.git,
  };
  return {
    name: request.name ?? was?.name ?? undefined,
    description: request.description ?? was?.description ?? undefined,
    kind,
    source: "import",
    createdAt: was?.createdAt,
    metadata: { ...was?.metadata, ...(imported ? { imported } : {}) },
    task: was?.task ?? undefined,
    verdicts: was?.verdicts,
    pinned: kind !== "manual" && kind !== "feature",
  };
}
