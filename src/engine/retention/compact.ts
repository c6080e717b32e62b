import type { CompactResult, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import { isErrno } from "../../base/disk";
import { CheckpointError } from "../model/errors";
import { packNumbers } from "../store/packs";
import type { BlobRow } from "../store/records";
import { hashText } from "../store/sql";
import { livingSql } from "./living";
import { storeSize } from "./size";

/** A pack is rewritten when less than this share of it is still needed. */
const KEEP_SHARE = 0.5;
const KEEP_SHARE_THOROUGH = 0.85;
/** Every one in which anything is garbage, but for the size of its headers. */
const KEEP_SHARE_EXHAUSTIVE = 0.995;
const JOURNAL_BYTES = 256 * 1024;
/** Even when room is needed, a journal that has hardly grown stays as it is. */
const FORCED_GROWTH = 1.1;

/** Rewrites what is mostly garbage. Other processes may read and write meanwhile. */
export function compact(context: Context, run?: Run): CompactResult {
  return asWriter(context, run, () =>
    compactStore(context, { isThorough: true }, run),
  );
}

/**
 * One pack at a time, so that no more free space is needed than the largest has:
 * the living contents go to a new pack, synced; the journal says where they are
 * now; only then the old pack goes. Under the lock.
 */
export function compactStore(
  context: Context,
  options: { isThorough: boolean; isForced?: boolean; isExhaustive?: boolean },
  run?: Run,
): CompactResult {
  const { store, disk } = context;
  const before = storeSize(context).total;
  const share = options.isExhaustive
    ? KEEP_SHARE_EXHAUSTIVE
    : options.isThorough
      ? KEEP_SHARE_THOROUGH
      : KEEP_SHARE;
  const isLiving = livingSql(context);
  // The emptiest first: they need the least room themselves, on a full disk too.
  const packs = packNumbers(disk, store.layout)
    .map((pack) => ({ pack, living: livingBytes(context, pack, isLiving) }))
    .sort((a, b) => a.living - b.living);
  let rewritten = 0;
  packs.forEach(({ pack, living }, n) => {
    if (run?.isCancelled?.()) throw stopped();
    run?.progress?.({ phase: "compact", done: n, total: packs.length });
    const size = disk.lstat(store.layout.pack(pack))?.sizeBytes ?? 0;
    if (size > 0 && living > size * share) return;
    if (rewritePack(context, pack, isLiving)) rewritten++;
  });
  const journal = storeSize(context).journals;
  const rewrittenBytes = store.index.metaNumber("rewritten");
  if (
    options.isForced
      ? journal > FORCED_GROWTH * rewrittenBytes
      : journal > JOURNAL_BYTES && journal > 2 * rewrittenBytes
  ) {
    store.rewrite();
    store.index.setMeta("rewritten", storeSize(context).journals);
  } else if (rewritten > 0 || options.isForced) store.saveIndexQuietly();
  const sizeBytes = storeSize(context).total;
  return {
    packsRewritten: rewritten,
    freedBytes: Math.max(0, before - sizeBytes),
    sizeBytes,
  };
}

function livingBytes(
  { store }: Context,
  pack: number,
  isLiving: string,
): number {
  return store.index.sql.number(
    `SELECT coalesce(sum(stored), 0) FROM content WHERE pack = ? AND ${isLiving}`,
    pack,
  );
}

/** What was removed before, and packs that were rewritten, stay so. */
function stopped(): CheckpointError {
  return new CheckpointError(
    "cancelled",
    "Cancelled before all space was given back. Nothing that is kept was changed.",
  );
}

/** False when the pack was left: a content in it cannot be read, and is not thrown away. */
function rewritePack(
  context: Context,
  pack: number,
  isLiving: string,
): boolean {
  const { store, disk } = context;
  const hashes = store.index.sql
    .all(
      `SELECT hash FROM content WHERE pack = ? AND ${isLiving} ORDER BY offset, slot`,
      pack,
    )
    .map((row) => hashText(row[0]!));
  let moved: BlobRow[] = [];
  if (hashes.length > 0) {
    const writer = store.packWriter(store.reservePack());
    try {
      for (const hash of hashes)
        writer.add({ hash, bytes: store.content(hash) });
      moved = writer.finish();
    } catch (error) {
      if (!CheckpointError.is(error, "damaged")) throw error;
      context.log.warn("a damaged pack is not rewritten", { pack });
      return false;
    } finally {
      writer.abandon();
    }
  }
  store.append([{ t: "compact", packs: [pack], moved }]);
  store.forgetPacks();
  try {
    disk.unlink(store.layout.pack(pack));
  } catch (error) {
    // Held open elsewhere (Windows): nothing mentions it, it goes next time.
    if (!isErrno(error, "ENOENT")) context.log.warn("a pack stays", { pack });
  }
  return true;
}
