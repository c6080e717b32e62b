import type { Context } from "./context";
import { plausibleTimes, provenAges } from "./model/recordTimes";
import { recordedTimes } from "./store/index/queries/moments";

/** When a record was made, and its proven age. */
export interface RecordTime {
  atMs: number;
  ageMs: number;
}

export interface RecordTimes {
  /** By moment number, in order; forgotten moments are absent. */
  moments: ReadonlyMap<number, RecordTime>;
  /** By checkpoint number. */
  checkpoints: ReadonlyMap<number, RecordTime>;
}

/** Returns when moments and checkpoints were made, corrected for wrong clocks. */
export function recordTimes({ store, clock }: Context): RecordTimes {
  const nowMs = clock.now();
  const { inOrder, imported, ofEarlier } = recordedTimes(store.index);
  const times = plausibleTimes(
    inOrder.map(({ atMs }) => atMs),
    nowMs,
  );
  const ages = provenAges(times, nowMs);
  const moments = new Map<number, RecordTime>();
  const checkpoints = new Map<number, RecordTime>();
  inOrder.forEach(({ of, number }, i) =>
    (of === "checkpoint" ? checkpoints : moments).set(number, {
      atMs: times[i]!,
      ageMs: ages[i]!,
    }),
  );
  // An imported checkpoint keeps its original creation time.
  for (const { number, atMs: saidMs } of imported) {
    const atMs = Math.min(saidMs, nowMs);
    checkpoints.set(number, { atMs, ageMs: nowMs - atMs });
  }
  for (const { number, moment, atMs: saidMs } of ofEarlier) {
    const atMs = Math.min(saidMs, nowMs);
    const time = moments.get(moment) ?? { atMs, ageMs: nowMs - atMs };
    checkpoints.set(number, time);
  }
  return { moments, checkpoints };
}

/** Returns the newest moment for which the predicate is true; 0 if none. */
export function newestMoment(
  { moments }: RecordTimes,
  isMeant: (time: RecordTime) => boolean,
): number {
  let newest = 0;
  for (const [n, time] of moments) if (isMeant(time)) newest = n;
  return newest;
}
