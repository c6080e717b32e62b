import type { Disposable } from "./lifecycle";

/** All time comes through here, so that tests can advance it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The clock and its alarms, so that tests advance time instead of waiting. */
export interface Time {
  now(): number;
  /** Calls `run` once after this long, unless disposed first. */
  after(ms: number, run: () => void): Disposable;
}

/**
 * A monotonic clock: if the time of day is set back, timers must not wait for
 * hours.
 */
export const systemTime: Time = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};
