import type { Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { readFiles } from "./readFiles";
import type { ReadOutcome } from "./readFiles";
import type { SecondThread } from "./secondThread";
import { CANCEL, NEXT } from "./secondThread";

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
  paths: string[],
  run: Run | undefined,
): ReadOutcome {
  const { store, settings, root } = context;
  const maxBytes = settings.maxFileSizeBytes;
  try {
    const flags = thread.order({
      root,
      storeDir: store.layout.dir,
      pack: store.reservePack(),
      paths,
      maxBytes,
    });
    const writer = store.packWriter(store.reservePack());
    const mine = readFiles(
      context,
      claimBatches(flags, paths, (done) => {
        checkCancelled(run);
        run?.progress?.({ phase: "read", done, total: paths.length });
      }),
      maxBytes,
      writer,
      () => false,
    );
    const stored = writer.finish();
    const theirs = thread.answer(() => checkCancelled(run));
    return {
      read: mine.read.concat(theirs.read),
      skipped: mine.skipped.concat(theirs.skipped),
      gone: mine.gone.concat(theirs.gone),
      stored: stored.concat(theirs.stored),
    };
  } finally {
    thread.stop();
  }
}

/** Takes the next batches until none is left or the other side gave up. */
export function* claimBatches(
  flags: Int32Array,
  paths: string[],
  onBatch: (done: number) => void,
): Iterable<string> {
  for (;;) {
    const from = Atomics.add(flags, NEXT, BATCH);
    if (from >= paths.length || Atomics.load(flags, CANCEL) === 1) return;
    onBatch(from);
    yield* paths.slice(from, from + BATCH);
  }
}
