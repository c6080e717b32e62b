// Imported before all else, so that its first line runs before the rest of the
// bundle: what loading and activation cost the main thread is measured, and the
// benchmark in the real host prints it.
const began = busyMs();
let loadingMs = 0;

/** Called when the whole bundle has run. */
export function markLoaded(): void {
  loadingMs = busyMs() - began;
}

/** Runs the activation; the mark `checkpoint.activate` says what it cost. */
export function measured<T>(activation: () => T): T {
  const from = busyMs();
  const result = activation();
  const busy = loadingMs + busyMs() - from;
  performance.mark("checkpoint.activate", { detail: { busyMs: busy } });
  return result;
}

/** The main thread's own time where Node tells it: a busy machine adds nothing. */
function busyMs(): number {
  const { threadCpuUsage } = process as unknown as {
    threadCpuUsage?: () => { user: number; system: number };
  };
  if (!threadCpuUsage) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}
