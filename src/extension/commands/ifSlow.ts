import type { Time } from "../../base/time";

/** Work that ends sooner than this needs no progress notification. */
export const SLOW_AFTER_MS = 500;

/**
 * Returns the outcome of the work, and calls `show` once if it is still running after a while.
 * `show` must not fail.
 */
export async function ifSlow<T>(
  time: Time,
  work: Promise<T>,
  show: () => void,
): Promise<T> {
  const alarm = time.after(SLOW_AFTER_MS, show);
  try {
    return await work;
  } finally {
    alarm.dispose();
  }
}
