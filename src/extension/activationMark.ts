// Imported first, so that its first line runs before the rest of the bundle. It measures what
// loading and activation cost the main thread; the benchmark in the real host prints the result.
const began = busyMs();
let loadingMs = 0;

/** Called once the whole bundle has run. */
export function markLoaded(): void {
  loadingMs = busyMs() - began;
}

/** Runs the activation and records its cost as the mark `checkpoint.activate`. */
export function measured<T>(activation: () => T): T {
  const from = busyMs();
  const result = activation();
  const busy = loadingMs + busyMs() - from;
  performance.mark("checkpoint.activate", { detail: { busyMs: busy } });
  return result;
}

/** Returns the main thread's own processor time where Node provides it, unaffected by a busy machine. */
function busyMs(): number {
  const { threadCpuUsage } = process as unknown as {
    threadCpuUsage?: () => { user: number; system: number };
  };
  if (!threadCpuUsage) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}
