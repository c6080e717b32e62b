import type { Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import type { PackWriter } from "../store/packWriter";
import { FileReader } from "./readFiles";
import type { ReadOutcome } from "./readFiles";
import type { SecondThread } from "./secondThread";
import { CANCEL, NEXT } from "./secondThread";
import { sharePaths } from "./sharedPaths";

/** Below this, a second thread costs more than it saves. */
export const PARALLEL_FILES = 3_000;
/** From so many found files on, it is likely that one will be wanted. */
export const LIKELY_FILES = 1_500;
const BATCH = 64;

/**
 * Reads a first capture on two threads, each packing into packs of its own, so
 * that no content crosses between them. Compression is most of the work.
 */
export function readParallel(
  context: Context,
  thread: SecondThread,
  paths: readonly string[],
  run: Run | undefined,
): ReadOutcome {
  const { store, settings, root } = context;
  const maxBytes = settings.maxFileSizeBytes;
  let writer: PackWriter | undefined;
  try {
    const pack = store.reservePack();
    store.unmentioned.addFrom(pack);
    const flags = thread.order({
      root,
      storeDir: store.layout.dir,
      pack,
      count: paths.length,
      paths: sharePaths(paths),
      maxBytes,
    });
    writer = store.packWriter(store.reservePack());
    const reader = new FileReader(context, maxBytes, writer, () => false);
    const onBatch = (done: number) => {
      checkCancelled(run);
      run?.progress?.({ phase: "read", done, total: paths.length });
    };
    for (const i of claim(flags, paths.length, onBatch)) reader.take(paths[i]!);
    const outcome: ReadOutcome = {
      read: reader.read,
      skipped: reader.skipped,
      gone: reader.gone,
      blobs: writer.finish(),
    };
    thread.answer(paths, outcome, () => checkCancelled(run));
    return outcome;
  } finally {
    writer?.abandon();
    thread.stop();
  }
}

/** Takes the next batches until none is left or the other side gave up. */
export function* claim(
  flags: Int32Array,
  count: number,
  onBatch: (done: number) => void,
): Iterable<number> {
  for (;;) {
    const from = Atomics.add(flags, NEXT, BATCH);
    if (from >= count || Atomics.load(flags, CANCEL) === 1) return;
    onBatch(from);
    for (let i = from; i < Math.min(from + BATCH, count); i++) yield i;
  }
}
