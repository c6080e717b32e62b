import type { Engine, ImportedFile, ImportOptions, Run } from "../api";
import type { Checkpoint } from "../model/checkpoint";
import { isSymlink } from "../model/version";
import { checkedEntries, withProgress, type Entry } from "./entries";
import { findManifest, parseManifest, type Manifest } from "./manifest";

export interface ImportRequest {
  name?: string | undefined;
  description?: string | undefined;
  kind?: Checkpoint["kind"] | undefined;
}

/** Makes a checkpoint of entries from a folder, an archive or a commit. */
export function importEntries(
  engine: Pick<Engine, "importState">,
  given: readonly Entry[],
  request: ImportRequest,
  run?: Run,
): Checkpoint {
  const entries = checkedEntries(given);
  const manifestPath = findManifest(entries.map((entry) => entry.path));
  const manifestEntry = entries.find((entry) => entry.path === manifestPath);
  const manifest = manifestEntry ? parseManifest(manifestEntry.read()) : null;
  const files = entries.filter((entry) => entry !== manifestEntry);
  const unsaved = checkedEntries(unsavedEntries(manifest));
  const modes = new Map(Object.entries(manifest?.modes ?? {}));
  return engine.importState(
    { [Symbol.iterator]: () => importedFiles(files, unsaved, modes, run) },
    importOptions(manifest, request),
    run,
  );
}

function* importedFiles(
  files: readonly Entry[],
  unsaved: readonly Entry[],
  modes: ReadonlyMap<string, string>,
  run: Run | undefined,
): Generator<ImportedFile> {
  for (const file of withProgress(files, "read", run)) {
    const { path, mode, sizeBytes, read } = file;
    const told = modes.get(path);
    const isOctal = told !== undefined && /^[0-7]{3}$/.test(told);
    const kept = isOctal && !isSymlink(mode) ? Number.parseInt(told, 8) : mode;
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

/** What the retention rules would soon thin out is pinned: it was brought in on purpose. */
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
    pinned: kind !== "manual" && kind !== "feature",
  };
}
