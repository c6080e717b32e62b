import { byState, type CheckpointKind } from "./checkpoint";
import type { EngineSettings } from "./settings";

/** What the retention rules need to know about a checkpoint. */
export interface Retained {
  id: string;
  number: number;
  moment: number;
  kind: CheckpointKind;
  /** The clock's time when it was created... */
  atMs: number;
  /** ...and its proven age: see model/recordTimes.ts. */
  ageMs: number;
  pinned: boolean;
  /** Guards that are counted apart from the others; null for all others. */
  apart: "undo" | "edit" | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Guards younger than this are kept however many there are, because they may still
 * be needed. The exceptions are a setting that keeps no guards at all, and a store
 * that stays over its quota without everything else that may be removed.
 */
export const GUARDED_MS = DAY_MS;

/**
 * Returns the ids of expired checkpoints, oldest first. Manual, feature and pinned
 * ones never expire, and a pinned one does not count towards the limit of its kind.
 * Guards of undo and redo, and those before a command that only edits files in place,
 * do not count towards the limit of other guards: switching back and forth a few times,
 * or a hundred `sed -i`, must not remove the guard of work that was replaced or deleted.
 */
export function chooseExpired(
  checkpoints: readonly Retained[],
  settings: Pick<EngineSettings, "maxCheckpoints" | "retention">,
): string[] {
  const { retention, maxCheckpoints } = settings;
  const beyond = (
    kind: CheckpointKind,
    kept: number,
    apart: Retained["apart"] = null,
  ) =>
    checkpoints
      .filter((one) => one.kind === kind && one.apart === apart)
      .filter(({ pinned }) => !pinned)
      .sort(newestFirst)
      .slice(kept);

  const buckets = new Set<string>();
  const thinned = beyond("automatic", maxCheckpoints).filter((one) => {
    const bucket = bucketOf(one, retention);
    // In newest-first order, the first checkpoint of a bucket is the newest in it
    // and stays.
    if (bucket === null || buckets.has(bucket)) return true;
    buckets.add(bucket);
    return false;
  });
  const guards = ([null, "undo", "edit"] as const)
    .flatMap((apart) => beyond("guard", retention.guard, apart))
    .filter(({ ageMs }) => ageMs >= GUARDED_MS || retention.guard === 0);
  return [...thinned, ...guards, ...beyond("session", retention.session)]
    .sort(newestFirst)
    .reverse()
    .map(({ id }) => id);
}

export interface QuotaChoice {
  /** Oldest first; everything removable if even that is not enough. */
  remove: string[];
  fits: boolean;
}

/**
 * Returns the smallest set of automatic, guard and session checkpoints to remove,
 * oldest first, so that the store fits. Guards of the last day are removed after all
 * others, and the newest one last, since it can undo the latest restore. `fits` is called for few sets; once true, it must
 * stay true as more is removed.
 */
export function chooseForQuota(
  checkpoints: readonly Retained[],
  fits: (removed: ReadonlySet<string>) => boolean,
): QuotaChoice {
  const order = quotaOrder(checkpoints);
  const fitsWithout = (count: number) => fits(new Set(order.slice(0, count)));
  if (!fitsWithout(order.length)) return { remove: order, fits: false };
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fitsWithout(middle)) high = middle;
    else low = middle + 1;
  }
  return { remove: order.slice(0, high), fits: true };
}

function quotaOrder(checkpoints: readonly Retained[]): string[] {
  const mayGo = checkpoints
    .filter(
      ({ kind, pinned }) => !pinned && kind !== "manual" && kind !== "feature",
    )
    .sort(newestFirst)
    .reverse();
  const lastGuard = mayGo.findLast(({ kind }) => kind === "guard");
  const rankOf = (one: Retained) => {
    if (one === lastGuard) return 2;
    const { kind, apart, ageMs } = one;
    return kind === "guard" && apart === null && ageMs < GUARDED_MS ? 1 : 0;
  };
  return mayGo.sort((a, b) => rankOf(a) - rankOf(b)).map(({ id }) => id);
}

/**
 * The hour or day a checkpoint represents; null if it is too old for either. Hours
 * and days are in UTC, so that every window and machine agrees.
 */
function bucketOf(
  { atMs, ageMs }: Retained,
  retention: EngineSettings["retention"],
): string | null {
  if (ageMs < retention.hourlyForHours * HOUR_MS)
    return `hour ${Math.floor(atMs / HOUR_MS)}`;
  if (ageMs < retention.dailyForDays * DAY_MS)
    return `day ${Math.floor(atMs / DAY_MS)}`;
  return null;
}

/** Does not compare times, because a clock that was set back does not make a state older. */
function newestFirst(a: Retained, b: Retained): number {
  return byState(b, a);
}
