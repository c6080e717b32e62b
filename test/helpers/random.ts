import crypto from "node:crypto";

/** Random choices that a seed reproduces. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error("nothing to pick from");
    return items[this.below(items.length)]!;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }
}

let noises = 0;

/** Incompressible bytes: different at each call, the same in each run. */
export function noise(count: number): Buffer {
  return crypto
    .createHash("shake256", { outputLength: count })
    .update(`noise ${noises++}`)
    .digest();
}

/**
 * The seed of a suite: fixed, so that a commit always gives the same result. `npm
 * run soak` sets another one through the environment, as does anyone who reproduces
 * a failure.
 */
export function seedOf(usual: number): number {
  const given = Number(process.env["CHECKPOINT_SEED"]);
  return Number.isInteger(given) && given > 0 ? given : usual;
}

/** How many times the usual number of cases to run. */
export function soakFactor(): number {
  const given = Number(process.env["CHECKPOINT_SOAK"]);
  return Number.isFinite(given) && given > 1 ? given : 1;
}
