import type { CheckpointKind } from "./checkpoint";
import type { EngineSettings } from "./settings";

/** What the rules need to know of a checkpoint. */
export interface Retained {
  id: string;
  number: number;
  kind: CheckpointKind;
  atMs: number;
  pinned: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the ids of the checkpoints whose time is over, oldest first. Manual,
 * feature and pinned ones never are; a pinned one does not count against the
 * others of its kind either.
 */
export function chooseExpired(
  checkpoints: readonly Retained[],
  settings: Pick<EngineSettings, "maxCheckpoints" | "retention">,
  nowMs: number,
): string[] {
  const { retention, maxCheckpoints } = settings;
  const beyond = (kind: CheckpointKind, kept: number) =>
    checkpoints
      .filter((checkpoint) => checkpoint.kind === kind && !checkpoint.pinned)
      .sort(newestFirst)
      .slice(kept);

  const buckets = new Set<string>();
  const thinned = beyond("automatic", maxCheckpoints).filter(({ atMs }) => {
    const bucket = bucketOf(atMs, nowMs, retention);
    // Newest first: whoever opens a bucket is the newest in it, and stays.
    if (bucket === null || buckets.has(bucket)) return true;
    buckets.add(bucket);
    return false;
  });
  return [
    ...thinned,
    ...beyond("guard", retention.guard),
    ...beyond("session", retention.session),
  ]
    .sort(newestFirst)
    .reverse()
    .map(({ id }) => id);
}

export interface QuotaChoice {
  /** Oldest first; all that may go when even that does not fit. */
  remove: string[];
  fits: boolean;
}

/**
 * Returns the fewest automatic, guard and session checkpoints to give up,
 * oldest first, so that the store fits; the newest guard goes last of all,
 * since it is what undoes the latest restore. `fits` is asked about few sets
 * and must not come to say no when more is removed.
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
  return [
    ...mayGo.filter((checkpoint) => checkpoint !== lastGuard),
    ...(lastGuard ? [lastGuard] : []),
  ].map(({ id }) => id);
}

/**
 * The hour or day a checkpoint stands for; null when it is too old for either.
 * Hours and days are UTC's, so that every window and machine agrees.
 */
function bucketOf(
  atMs: number,
  nowMs: number,
  retention: EngineSettings["retention"],
): string | null {
  const ageMs = nowMs - atMs;
  if (ageMs < retention.hourlyForHours * HOUR_MS)
    return `hour ${Math.floor(atMs / HOUR_MS)}`;
  if (ageMs < retention.dailyForDays * DAY_MS)
    return `day ${Math.floor(atMs / DAY_MS)}`;
  return null;
}

/** By number: a clock that was set back does not make a checkpoint older. */
function newestFirst(a: Retained, b: Retained): number {
  return b.number - a.number;
}
