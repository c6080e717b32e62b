/**
 * Records are stored in the order they were made, but their times come from a clock
 * that may have been wrong for a while. Everything that uses a time or an age goes
 * through these two functions.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the times with implausible ones replaced: those in the future, or out of
 * order with most others. Such a record gets the time of the next plausible one,
 * since a wrong clock is usually corrected soon. If there is none yet, it is dated
 * right after the previous one, so that an age refers to the newest possible state
 * and going back to it loses the least.
 */
export function plausibleTimes(
  said: readonly number[],
  nowMs: number,
): number[] {
  const isRight = inOrder(said, nowMs);
  if (isRight === null) return [...said];
  const times = [...said];
  let nextMs = said.findLast((_, i) => isRight[i]) ?? nowMs;
  for (let i = said.length - 1; i >= 0; i--)
    times[i] = nextMs = isRight[i] ? said[i]! : nextMs;
  return times;
}

/** Marks the times in the longest non-decreasing sequence; null if that is all of them. */
function inOrder(said: readonly number[], nowMs: number): boolean[] | null {
  const isSorted = said.every((at, i) => i === 0 || said[i - 1]! <= at);
  if (isSorted && (said.at(-1) ?? 0) <= nowMs) return null;
  /**
   * For each length, the index of the smallest time that ends a sequence of that
   * length.
   */
  const ends: number[] = [];
  const before = new Array<number>(said.length).fill(-1);
  said.forEach((at, i) => {
    if (at > nowMs) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (said[ends[middle]!]! <= at) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = i;
  });
  const isRight = new Array<boolean>(said.length).fill(false);
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) isRight[i] = true;
  return isRight;
}

/** A pause up to this length counts immediately... */
const SURE_MS = HOUR_MS;
/** ...a longer one only after the clock has continued for this long. */
const PROOF_MS = DAY_MS;

/**
 * Returns how long ago each record was made, as far as retention may rely on it. A
 * long pause and a clock that jumped ahead look alike; versions forgotten by
 * mistake cannot be recovered, while waiting costs nothing. So a pause counts only
 * once a day has passed since it ended: no age is overestimated, and most are
 * correct to within a day.
 */
export function provenAges(times: readonly number[], nowMs: number): number[] {
  const ages = new Array<number>(times.length);
  let [age, next] = [0, nowMs];
  for (let i = times.length - 1; i >= 0; i--) {
    const pause = Math.max(0, next - times[i]!);
    if (pause <= SURE_MS || next <= nowMs - PROOF_MS) age += pause;
    ages[i] = age;
    next = times[i]!;
  }
  return ages;
}
