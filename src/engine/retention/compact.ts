import type { CompactResult, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import { isErrno } from "../../base/disk";
import { CheckpointError, problem } from "../model/errors";
import type { StoredContent } from "../store/packs/packs";
import { packNumbers } from "../store/packs/packs";
import type { ReachableContents } from "../store/index/queries/retention";
import { reachableContents } from "../store/index/queries/retention";
import { storeSize } from "./size";

/** A pack is rewritten if less than this share of it is still needed. */
const KEEP_SHARE = 0.5;
const KEEP_SHARE_THOROUGH = 0.85;
/** Rewrites every pack with any garbage, allowing for the size of its headers. */
const KEEP_SHARE_EXHAUSTIVE = 0.995;
const JOURNAL_BYTES = 256 * 1024;
/** Even if space is needed, a journal that has hardly grown is not rewritten. */
const FORCED_GROWTH = 1.1;

/**
 * Rewrites packs and a journal that are mostly garbage. Other processes may read
 * and write meanwhile.
 */
export function compact(context: Context, run?: Run): CompactResult {
  return asWriter(context, run, () =>
    compactStore(context, { isThorough: true }, run),
  );
}

/**
 * Compacts one pack at a time, so that it needs no more free space than the largest
 * pack: the contents in use are copied to a new pack and synced, the journal
 * records their new location, and only then is the old pack removed. The caller
 * holds the lock.
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
  const reachable = reachableContents(store.index);
  // Emptiest first: rewriting them needs the least space, which matters on a full
  // disk.
  const packs = packNumbers(disk, store.layout)
    .map((pack) => ({ pack, reachableBytes: reachable.bytesIn(pack) }))
    .sort((a, b) => a.reachableBytes - b.reachableBytes);
  let rewritten = 0;
  packs.forEach(({ pack, reachableBytes }, n) => {
    if (run?.isCancelled?.()) throw stopped();
    run?.progress?.({ phase: "compact", done: n, total: packs.length });
    const size = disk.lstat(store.layout.pack(pack))?.sizeBytes ?? 0;
    if (size > 0 && reachableBytes > size * share) return;
    if (rewritePack(context, pack, reachable)) rewritten++;
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

/** What was already removed or rewritten stays so. */
function stopped(): CheckpointError {
  return problem("cancelled-compacting");
}

/**
 * Returns false if the pack was kept because a content in it cannot be read and
 * must not be thrown away.
 */
function rewritePack(
  context: Context,
  pack: number,
  reachable: ReachableContents,
): boolean {
  const { store, disk } = context;
  const hashes = reachable.hashesIn(pack);
  let moved: StoredContent[] = [];
  if (hashes.length > 0) {
    const writer = store.contents.writer(store.contents.reserve());
    try {
      for (const hash of hashes)
        writer.add({ hash, bytes: store.contents.read(hash) });
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
  store.contents.forget();
  try {
    disk.unlink(store.layout.pack(pack));
  } catch (error) {
    // Open in another process (Windows). No record refers to it, so the next
    // compaction removes it.
    if (!isErrno(error, "ENOENT")) context.log.warn("a pack stays", { pack });
  }
  return true;
}
