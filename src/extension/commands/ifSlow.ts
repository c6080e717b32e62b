import type { Time } from "../capture/time";

/** Work that ends sooner than this is over before anybody has read its progress. */
export const SLOW_AFTER_MS = 500;

/**
 * Returns the work's own outcome; `show` is called, once, when it is still under
 * way after a while. What `show` does must not fail.
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
