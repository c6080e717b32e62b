// Imported before all else: activation is measured from the moment the bundle
// begins to run, and the benchmark in the real host prints it.
const began = busyMs();

/** Ends the measure: everything the main thread does before it is free again. */
export function markActivated(): void {
  performance.mark("checkpoint.activate", {
    detail: { busyMs: busyMs() - began },
  });
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
