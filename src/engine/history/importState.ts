import type { ImportedFile, ImportOptions, Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter, checkCancelled } from "../context";
import type { Checkpoint } from "../model/checkpoint";
import { parseCheckpointOptions } from "../model/checkpointOptions";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import type { Held, Layer } from "../model/version";
import { parseVerdicts } from "../model/verdicts";
import { SYMLINK, isSameHeld, isSymlink } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { isProtectedPath, workspacePath } from "../model/workspacePath";
import { ensureRoomFor } from "../retention/quota";
import { contentHash } from "../store/packs/hash";
import type {
  BornVersion,
  CheckpointRecord,
  EndedVersion,
  MomentRecord,
  VerdictRecord,
} from "../store/journal/records";
import { NO_TIMES } from "../store/journal/records";
import type { StoredContent } from "../store/packs/packs";
import { checkpointById } from "../store/index/queries/checkpoints";
import { eachAt } from "../store/index/queries/snapshots";
import { lstatInside } from "../workspace/safePath";

/**
 * Creates a checkpoint from given files with two moments: the first records exactly
 * those files, the second records the folder's real state again. The workspace is
 * captured before, so the second moment loses nothing; the next full scan repairs
 * an interruption between the two.
 */
export function importState(
  context: Context,
  files: Iterable<ImportedFile>,
  options: ImportOptions = {},
  run?: Run,
): Checkpoint {
  const named = parseCheckpointOptions({ source: "import", ...options });
  const at = timeOf(options.createdAt, context);
  const checkpoint = asWriter(context, run, () => {
    capture(context, { source: "outside" }, run);
    const { store } = context;
    ensureRoomFor(
      context,
      {
        atMost: sizeOf(files),
        exactly: () => newBytes(context, files, run),
        lost: "import",
      },
      run,
    );
    const { state, blobs } = storeFiles(context, files, run);
    const there = new Swap(context, state);
    const n = store.index.lastMoment + 1;
    const when = context.clock.now();
    const moment = (
      n: number,
      changes: Changes,
      blobs: StoredContent[],
    ): MomentRecord => ({
      t: "moment",
      n,
      at: when,
      source: named.source,
      full: false,
      ...changes,
      blobs,
    });
    const record: CheckpointRecord = {
      t: "checkpoint",
      id: context.newId(),
      number: store.index.nextNumber,
      moment: n,
      at,
      git: null,
      ...named,
    };
    store.append([
      moment(n, there.into, blobs),
      moment(n + 1, there.back, []),
      record,
      ...parseVerdicts(options.verdicts).map((verdict): VerdictRecord => ({
        t: "verdict",
        moment: n,
        ...verdict,
        at: Date.parse(verdict.at),
      })),
    ]);
    return checkpointById(store.index, record.id)!;
  });
  context.emit({ type: "created", checkpoint });
  return checkpoint;
}

type State = Record<Layer, Map<WorkspacePath, Held>>;
const LAYERS: readonly Layer[] = ["disk", "unsaved"];
const emptyState = (): State => ({ disk: new Map(), unsaved: new Map() });

interface Changes {
  born: BornVersion[];
  died: EndedVersion[];
}

const LONGEST_LINK = 4096;

/** Infinity if a size is known only after reading. */
function sizeOf(files: Iterable<ImportedFile>): number {
  let total = 0;
  for (const { mode, sizeBytes } of files)
    total += sizeBytes ?? (isSymlink(mode) ? LONGEST_LINK : Infinity);
  return total;
}

/** Total size of the contents that are not stored yet. */
function newBytes(
  context: Context,
  files: Iterable<ImportedFile>,
  run: Run | undefined,
): number {
  const counted = new Set<string>();
  let total = 0;
  for (const file of files) {
    checkCancelled(run);
    const bytes = file.read();
    const hash = contentHash(bytes);
    if (counted.has(hash) || context.store.contents.has(hash)) continue;
    counted.add(hash);
    total += bytes.byteLength;
  }
  return total;
}

/** Writes every content to the packs, synced, and returns the resulting state. */
function storeFiles(
  context: Context,
  files: Iterable<ImportedFile>,
  run: Run | undefined,
): { state: State; blobs: StoredContent[] } {
  const { store } = context;
  const state = emptyState();
  const added = new Set<string>();
  const writer = store.contents.writer();
  try {
    for (const file of files) {
      checkCancelled(run);
      const path = workspacePath(file.path);
      const files = state[file.isUnsaved ? "unsaved" : "disk"];
      if (isProtectedPath(path) || files.has(path)) throw notImported(path);
      const bytes = file.read();
      const hash = contentHash(bytes);
      const mode = isSymlink(file.mode) ? SYMLINK : file.mode & 0o777;
      files.set(path, { hash, mode, sizeBytes: bytes.byteLength });
      if (added.has(hash) || store.contents.has(hash)) continue;
      added.add(hash);
      writer.add({ hash, bytes });
    }
    return { state, blobs: writer.finish() };
  } finally {
    writer.abandon();
  }
}

/** The versions that begin and end when switching to the imported state, and back. */
class Swap {
  readonly into: Changes = { born: [], died: [] };
  readonly back: Changes = { born: [], died: [] };

  constructor(
    private readonly context: Context,
    state: State,
  ) {
    const { index } = context.store;
    const now = emptyState();
    eachAt(index, index.lastMoment, "", ({ path, layer, ...held }) =>
      now[layer].set(path, held),
    );
    for (const layer of LAYERS) {
      for (const [path, held] of state[layer]) {
        const was = now[layer].get(path) ?? null;
        if (!isSameHeld(held, was)) this.bring(path, layer, held, was);
      }
      for (const [path, held] of now[layer])
        if (!state[layer].has(path)) {
          this.into.died.push({ path, layer, isReleased: false });
          this.back.born.push(this.asNow(path, layer, held));
        }
    }
  }

  private bring(
    path: WorkspacePath,
    layer: Layer,
    held: Held,
    was: Held | null,
  ): void {
    const { context } = this;
    const skipped =
      layer === "disk" ? context.store.index.current.get(path) : undefined;
    // On disk but not recorded, so it is ignored. It existed before the import and
    // will exist after it, so nothing may conclude that it was absent.
    const isIgnored =
      layer === "disk" &&
      skipped === undefined &&
      lstatInside(context.disk, context.root, path) !== null;
    this.into.born.push({
      path,
      layer,
      ...held,
      isAdopted: isIgnored,
      reason: null,
      ...NO_TIMES,
    });
    if (was) this.back.born.push(this.asNow(path, layer, was));
    else if (skipped)
      this.back.born.push({
        path,
        layer,
        hash: null,
        mode: 0,
        sizeBytes: 0,
        isAdopted: false,
        reason: skipped.reason,
        ...NO_TIMES,
      });
    else this.back.died.push({ path, layer, isReleased: isIgnored });
  }

  /** Includes the timestamps, so that the next scan does not have to read the file. */
  private asNow(path: WorkspacePath, layer: Layer, held: Held): BornVersion {
    const row =
      layer === "disk" ? this.context.store.index.current.get(path) : undefined;
    const { mtimeMs, ctimeMs, ino } = row ?? NO_TIMES;
    return {
      path,
      layer,
      ...held,
      isAdopted: false,
      reason: null,
      mtimeMs,
      ctimeMs,
      ino,
    };
  }
}

function timeOf(createdAt: string | undefined, context: Context): number {
  if (createdAt === undefined) return context.clock.now();
  const at = Date.parse(createdAt);
  if (!Number.isNaN(at)) return at;
  throw problem("import-bad-time", { createdAt });
}

function notImported(path: string): CheckpointError {
  return problem("import-bad-path", { path });
}
