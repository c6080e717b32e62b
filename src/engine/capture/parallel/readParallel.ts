import type { Run } from "../../api";
import type { Context } from "../../context";
import { checkCancelled } from "../../context";
import type { WorkspacePath } from "../../model/workspacePath";
import { hasOurClock } from "../unsettled";
import type { PackWriter } from "../../store/packs/packWriter";
import { FileReader } from "../readFiles";
import type { ReadOutcome } from "../readOutcome";
import type { Steps } from "../steps";
import type { SecondThread } from "./secondThread";
import { CANCEL, NEXT } from "./secondThread";
import { sharePaths } from "./sharedPaths";

/** With fewer files, a second thread costs more than it saves. */
export const PARALLEL_FILES = 3_000;
/** Once this many files are found, a second thread will probably be needed. */
export const LIKELY_FILES = 1_500;
const BATCH = 64;

/**
 * Reads a first capture on two threads. Each writes its own packs, so no content is
 * passed between them. Compression is most of the work.
 */
export function readParallel(
  context: Context,
  thread: SecondThread,
  paths: readonly WorkspacePath[],
  isUrgent: boolean,
  steps: Steps | undefined,
  run: Run | undefined,
): ReadOutcome {
  const { store, settings, root } = context;
  const maxBytes = settings.maxFileSizeBytes;
  const isOurClock = hasOurClock(context);
  let writer: PackWriter | undefined;
  try {
    const pack = store.contents.reserve();
    store.contents.uncommitted.addFrom(pack);
    const flags = thread.order({
      root,
      storeDir: store.layout.dir,
      pack,
      count: paths.length,
      paths: sharePaths(paths),
      maxBytes,
      isOurClock,
      isUrgent,
    });
    writer = store.contents.writer(store.contents.reserve());
    if (isUrgent) writer.effort = "none";
    const reader = new FileReader(
      context,
      maxBytes,
      writer,
      () => false,
      isOurClock,
    );
    let taken: number | undefined;
    const onBatch = (done: number) => {
      // Both threads finish the batches that they have taken.
      if (steps?.isAnyoneWaiting())
        taken ??= Atomics.exchange(flags, NEXT, paths.length);
      checkCancelled(run);
      run?.progress?.({ phase: "read", done, total: paths.length });
    };
    for (const i of takeBatches(flags, paths.length, onBatch))
      reader.take(paths[i]!);
    const outcome: ReadOutcome = {
      read: reader.read,
      skipped: reader.skipped,
      gone: reader.gone,
      blobs: writer.finish(),
    };
    thread.answer(paths, outcome, () => {
      store.lock.beat();
      checkCancelled(run);
    });
    return taken !== undefined && taken < paths.length
      ? { ...outcome, taken }
      : outcome;
  } finally {
    writer?.abandon();
    thread.stop();
  }
}

/** Takes batches until none are left or the other side has stopped. */
export function* takeBatches(
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
