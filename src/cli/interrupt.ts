import { constants } from "node:os";

/**
 * Ctrl-C. The engine is synchronous, so a handler of ours would not run until
 * its work is over: without one, the process ends at once, as it should, and
 * the store is made to survive just that. Only two things need more: files of
 * the workspace being written, which are finished first, and verbs that wait
 * (watch, guard, bisect), which clean up.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type Signal = (typeof SIGNALS)[number];

/** Runs synchronous work to its end; tells whether somebody tried to stop it. */
export async function uninterrupted<T>(
  work: () => T,
): Promise<{ result: T; wasInterrupted: boolean }> {
  let wasInterrupted = false;
  const stop = onSignal(() => (wasInterrupted = true));
  try {
    const result = work();
    // Signals that came meanwhile are delivered in the next turns of the loop.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => setImmediate(resolve));
    return { result, wasInterrupted };
  } finally {
    stop();
  }
}

/** Calls back on each signal to stop until the returned function is called. */
export function onSignal(listener: (signal: Signal) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/** The exit code of a process that a signal ended, as shells count it. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
