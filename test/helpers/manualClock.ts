import type { Clock } from "../../src/base/time";

/** A clock that only the test advances. */
export class ManualClock implements Clock {
  constructor(public at = Date.UTC(2026, 0, 5, 9, 0, 0)) {}

  now(): number {
    return this.at;
  }

  advance(ms: number): this {
    this.at += ms;
    return this;
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
