/**
 * Waits until the probe returns something truthy, and returns that. A probe
 * that throws counts as "not yet"; its last error is the failure's cause.
 */
export async function until(what, probe, timeoutMs = 60_000) {
  const end = Date.now() + timeoutMs;
  let cause;
  for (;;) {
    try {
      const result = await probe();
      if (result) return result;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end)
      throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`, {
        cause,
      });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
