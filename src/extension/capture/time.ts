import type { Disposable } from "../../base/lifecycle";

/** The clock and its alarms, so that tests advance time instead of waiting. */
export interface Time {
  now(): number;
  /** Runs once after this long, unless disposed before. */
  after(ms: number, run: () => void): Disposable;
}

/** Not the time of day: with a clock set back, what waits would wait for hours. */
export const systemTime: Time = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};
