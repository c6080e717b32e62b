import { constants } from "node:os";

/**
 * Ctrl-C. The engine is synchronous, so a signal handler would not run until its work is done.
 * Without a handler the process ends immediately, which the store is designed to survive. Only two
 * cases need one: workspace files being written, which are finished first, and verbs that wait
 * (watch, guard, bisect), which clean up.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type Signal = (typeof SIGNALS)[number];

/** Runs synchronous work to its end and returns whether a signal arrived meanwhile. */
export async function uninterrupted<T>(
  work: () => T,
): Promise<{ result: T; wasInterrupted: boolean }> {
  let wasInterrupted = false;
  const stop = onSignal(() => (wasInterrupted = true));
  try {
    const result = work();
    // Signals that arrived during the work are delivered in the next turns of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => setImmediate(resolve));
    return { result, wasInterrupted };
  } finally {
    stop();
  }
}

/**
 * Calls back on each termination signal until the returned function is called. A program that
 * started the command with a channel for messages can send “stop” instead, which also works on
 * Windows; if that program ends, the command stops too.
 */
export function onSignal(listener: (signal: Signal) => void): () => void {
  const onMessage = (message: unknown): void => {
    if (message === "stop") listener("SIGTERM");
  };
  const onDisconnect = (): void => listener("SIGTERM");
  for (const signal of SIGNALS) process.on(signal, listener);
  process.on("message", onMessage).on("disconnect", onDisconnect);
  // Waiting for messages must not keep the process alive.
  process.channel?.unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
    process.off("message", onMessage).off("disconnect", onDisconnect);
  };
}

/** Returns the exit code that shells use for a process ended by this signal. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
