import type { Run } from "../api";
import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import type { Observation } from "./observe";
import { PARALLEL_FILES, readParallel } from "./parallel/readParallel";
import { counter, FileReader } from "./readFiles";
import type { ReadOutcome } from "./readOutcome";
import type { Steps } from "./steps";
import { hasOurClock } from "./unsettled";

/** Fewer files than this compress quickly, even while a command waits. */
const URGENT_FILES = 1_000;
/** How many files are read before checking whether a save is waiting. */
const STEP_FILES = 32;

/**
 * Reads what was observed, and what has come `back` since; with `steps`, only until others wait.
 */
export function readChanged(
  context: Context,
  seen: Observation,
  back: readonly WorkspacePath[],
  steps: Steps | undefined,
  run: Run | undefined,
): ReadOutcome {
  const { store, settings } = context;
  const paths = seen.changed.map((observed) => observed.path).concat(back);
  if (paths.length === 0) return { read: [], skipped: [], gone: [], blobs: [] };
  const isFirst = store.index.lastMoment === 0;
  const isUrgent = seen.isUrgent === true && paths.length >= URGENT_FILES;
  const isParallel = steps ? steps.mayBeParallel : isFirst;
  if (isParallel && context.second && paths.length >= PARALLEL_FILES)
    return readParallel(context, context.second, paths, isUrgent, steps, run);
  const writer = store.contents.writer();
  if (isUrgent) writer.effort = "none";
  try {
    const reader = new FileReader(
      context,
      settings.maxFileSizeBytes,
      writer,
      isFirst ? () => false : (hash) => store.contents.has(hash),
      hasOurClock(context),
      seen.placed,
    );
    const count = counter(run, paths.length);
    let taken: number | undefined;
    // After an interruption one thread goes on, until it pays to start the other again.
    const mayHaveHelp = (left: number) =>
      steps?.isContinued && context.second && left >= PARALLEL_FILES;
    for (const [i, path] of paths.entries()) {
      const isStep = i > 0 && i % STEP_FILES === 0;
      const isHelped = isStep && steps?.isLong && mayHaveHelp(paths.length - i);
      if (isStep && (isHelped || steps?.isAnyoneWaiting())) {
        taken = i;
        break;
      }
      count();
      reader.take(path);
    }
    const { read, skipped, gone } = reader;
    const blobs = writer.finish();
    return { read, skipped, gone, blobs, ...(taken && { taken }) };
  } finally {
    writer.abandon();
  }
}
