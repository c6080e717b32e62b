import type { ImportedFile, ImportOptions, Run } from "../api";
import { capture } from "../capture/capture";
import { momentTime } from "../capture/recordMoment";
import type { Context } from "../context";
import { asWriter, checkCancelled } from "../context";
import { checkpointWhere } from "../history/rows";
import type { Checkpoint } from "../model/checkpoint";
import { parseCheckpointOptions } from "../model/checkpointOptions";
import { CheckpointError } from "../model/errors";
import type { Held } from "../model/version";
import { SYMLINK, isSymlink } from "../model/version";
import { isProtectedPath, workspacePath } from "../model/workspacePath";
import { ensureRoomFor } from "../retention/quota";
import { contentHash } from "../store/hash";
import type {
  BlobRow,
  BornRow,
  CheckpointRecord,
  DiedRow,
  MomentRecord,
} from "../store/records";
import { eachAt, isSame } from "../store/states";
import { lstatInside } from "../workspace/safePath";

/**
 * Makes a checkpoint of given files in two moments: at the first the folder is
 * said to hold exactly them, at the second again what it really holds. The
 * workspace is captured before, so that the second loses nothing; a cut
 * between the two is healed by the next full scan.
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
        otherwise: "Nothing was imported.",
      },
      run,
    );
    const { state, blobs } = storeFiles(context, files, run);
    const there = new Swap(context, state);
    const n = store.index.lastMoment + 1;
    const when = momentTime(context);
    const moment = (n: number, rows: Rows, blobs: BlobRow[]): MomentRecord => ({
      t: "moment",
      n,
      at: when,
      source: named.source,
      full: false,
      born: rows.born,
      died: rows.died,
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
    ]);
    return checkpointWhere(store.index.sql, "id = ?", record.id)!;
  });
  context.emit({ type: "created", checkpoint });
  return checkpoint;
}

/** By layer and path: `0 src/a.ts`. */
type State = Map<string, Held>;
const keyOf = (path: string, layer: 0 | 1) => `${layer} ${path}`;

interface Rows {
  born: BornRow[];
  died: DiedRow[];
}

const LONGEST_LINK = 4096;

/** Infinity where a size is known only after reading. */
function sizeOf(files: Iterable<ImportedFile>): number {
  let total = 0;
  for (const { mode, sizeBytes } of files)
    total += sizeBytes ?? (isSymlink(mode) ? LONGEST_LINK : Infinity);
  return total;
}

/** What of the files is not stored yet. */
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
    if (counted.has(hash) || context.store.hasContent(hash)) continue;
    counted.add(hash);
    total += bytes.byteLength;
  }
  return total;
}

/** Puts every content into the packs, synced, and says what state they make. */
function storeFiles(
  context: Context,
  files: Iterable<ImportedFile>,
  run: Run | undefined,
): { state: State; blobs: BlobRow[] } {
  const { store } = context;
  const state: State = new Map();
  const added = new Set<string>();
  const writer = store.packWriter();
  try {
    for (const file of files) {
      checkCancelled(run);
      const path = workspacePath(file.path);
      const key = keyOf(path, file.isUnsaved ? 1 : 0);
      if (isProtectedPath(path) || state.has(key)) throw notImported(path);
      const bytes = file.read();
      const hash = contentHash(bytes);
      const mode = isSymlink(file.mode) ? SYMLINK : file.mode & 0o777;
      state.set(key, { hash, mode, sizeBytes: bytes.byteLength });
      if (added.has(hash) || store.hasContent(hash)) continue;
      added.add(hash);
      writer.add({ hash, bytes });
    }
    return { state, blobs: writer.finish() };
  } finally {
    writer.abandon();
  }
}

/** What is born and dies on the way into the imported state, and on the way back. */
class Swap {
  readonly into: Rows = { born: [], died: [] };
  readonly back: Rows = { born: [], died: [] };

  constructor(
    private readonly context: Context,
    state: State,
  ) {
    const { sql, lastMoment } = context.store.index;
    const now: State = new Map();
    eachAt(sql, lastMoment, "", ({ path, layer, ...held }) =>
      now.set(keyOf(path, layer === "unsaved" ? 1 : 0), held),
    );
    for (const [key, held] of state)
      if (!isSame(held, now.get(key) ?? null)) this.bring(key, held, now);
    for (const [key, held] of now)
      if (!state.has(key)) {
        const [layer, path] = parted(key);
        this.into.died.push([path, layer, 0]);
        this.back.born.push(this.rowOfNow(path, layer, held));
      }
  }

  private bring(key: string, held: Held, now: State): void {
    const { context } = this;
    const [layer, path] = parted(key);
    const was = now.get(key);
    const skipped =
      layer === 0 ? context.store.index.head.get(path) : undefined;
    // On disk and not in the history: ignored. It was there before the import
    // and will be after, so nothing may ever conclude that it was not.
    const isIgnored =
      layer === 0 &&
      skipped === undefined &&
      lstatInside(context.disk, context.root, path) !== null;
    const flag = isIgnored ? 1 : 0;
    const { hash, mode, sizeBytes } = held;
    this.into.born.push([
      path,
      layer,
      hash,
      mode,
      sizeBytes,
      flag,
      null,
      0,
      0,
      0,
    ]);
    if (was) this.back.born.push(this.rowOfNow(path, layer, was));
    else if (skipped)
      this.back.born.push([path, 0, null, 0, 0, 0, skipped.reason, 0, 0, 0]);
    else this.back.died.push([path, layer, flag]);
  }

  /** With its times, so that the next scan need not read it again. */
  private rowOfNow(path: string, layer: 0 | 1, held: Held): BornRow {
    const row =
      layer === 0 ? this.context.store.index.head.get(path) : undefined;
    const { hash, mode, sizeBytes } = held;
    const { mtimeMs = 0, ctimeMs = 0, ino = 0 } = row ?? {};
    return [path, layer, hash, mode, sizeBytes, 0, null, mtimeMs, ctimeMs, ino];
  }
}

function parted(key: string): [0 | 1, string] {
  return [key.startsWith("1") ? 1 : 0, key.slice(2)];
}

function timeOf(createdAt: string | undefined, context: Context): number {
  if (createdAt === undefined) return context.clock.now();
  const at = Date.parse(createdAt);
  if (!Number.isNaN(at)) return at;
  throw new CheckpointError(
    "bad-input",
    "The time of the import is not a time.",
    {
      data: { createdAt },
    },
  );
}

function notImported(path: string): CheckpointError {
  return new CheckpointError(
    "bad-path",
    `“${path}” cannot be imported: it is there twice, or belongs to version control. Nothing was changed.`,
    { data: { path } },
  );
}
