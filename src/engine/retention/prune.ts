import type { PruneResult, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import type { CheckpointKind } from "../model/checkpoint";
import type { RecordTimes } from "../recordTimes";
import { newestMoment, recordTimes } from "../recordTimes";
import type { Retained } from "../model/retentionRules";
import { chooseExpired, GUARDED_MS } from "../model/retentionRules";
import { momentsToKeep } from "../model/verdicts";
import { rehearse } from "../store/index/applyRecord";
import { hasCheckpointAt } from "../store/index/queries/checkpoints";
import {
  checkpointsToRetain,
  countUnpinned,
  countVersions,
  hasGuardOutside,
  removedCheckpoint,
} from "../store/index/queries/retention";
import { exactVerdicts } from "../store/index/queries/verdicts";
import type { DropRecord } from "../store/journal/records";
import { compactStore } from "./compact";
import { storeSize, garbageBytes } from "./size";

/** Versions are forgotten in batches, because each pass goes through all of them. */
const FORGET_AFTER_MOMENTS = 200;
/** Automatic checkpoints may exceed their limit by this share before the rules run. */
const SLACK = 0.1;

/** Applies the retention rules; with `dryRun`, returns what would be removed. */
export function prune(
  context: Context,
  options: { dryRun?: boolean } = {},
  run?: Run,
): PruneResult {
  return asWriter(context, run, () => {
    const { index } = context.store;
    const times = recordTimes(context);
    const ids = chooseExpired(retained(context, times), context.settings);
    const removed = ids.map((id) => removedCheckpoint(index, id));
    const moment = windowMoment(context, times);
    const before = countVersions(index);
    if (options.dryRun) {
      const after = rehearse(
        index,
        [
          { t: "drop", ids },
          { t: "prune", moment },
        ],
        () => ({
          versions: countVersions(index),
          garbage: garbageBytes(context),
        }),
      );
      return {
        dryRun: true,
        removed,
        versions: before - after.versions,
        freedBytes: after.garbage,
        sizeBytes: storeSize(context).total,
      };
    }
    const size = storeSize(context).total;
    const dropped: DropRecord[] = ids.length > 0 ? [{ t: "drop", ids }] : [];
    context.store.append([...dropped, { t: "prune", moment }]);
    const versions = before - countVersions(index);
    // The checkpoints are removed even if freeing their space is cancelled or
    // fails.
    if (ids.length > 0)
      context.emit({ type: "deleted", numbers: removed.map((c) => c.number) });
    compactStore(context, { isThorough: true }, run);
    const sizeBytes = storeSize(context).total;
    return {
      dryRun: false,
      removed,
      versions,
      freedBytes: Math.max(0, size - sizeBytes),
      sizeBytes,
    };
  });
}

/**
 * Called after a new checkpoint of a kind: removes what exceeds its limit, cheaply.
 * The caller holds the lock.
 */
export function expire(context: Context, kind: CheckpointKind): void {
  const { index } = context.store;
  const { retention, maxCheckpoints } = context.settings;
  const slack = Math.ceil(maxCheckpoints * SLACK);
  const limits: Partial<Record<CheckpointKind, number>> = {
    automatic: context.automaticLimit ?? maxCheckpoints + slack,
    guard: retention.guard,
    session: retention.session,
  };
  const limit = limits[kind];
  if (limit === undefined) return;
  const count = countUnpinned(index, kind);
  if (count <= limit) return;
  if (kind === "guard" && !hasOldGuard(context)) return;
  const times = recordTimes(context);
  const ids = chooseExpired(retained(context, times), context.settings);
  // Checkpoints kept for their hour or day are not examined again each time.
  if (kind === "automatic")
    context.automaticLimit =
      Math.max(maxCheckpoints, count - ids.length) + slack;
  if (ids.length === 0) return;
  const numbers = ids.map((id) => removedCheckpoint(index, id).number);
  context.store.append([{ t: "drop", ids }], "by-end");
  const moment = windowMoment(context, times);
  if (moment - index.metaNumber("pruned") >= FORGET_AFTER_MOMENTS)
    context.store.append([{ t: "prune", moment }], "by-end");
  context.emit({ type: "deleted", numbers });
}

/** False if no guard can be a day old, which is the case for most restores. */
function hasOldGuard({ store, clock, settings }: Context): boolean {
  if (settings.retention.guard === 0) return true;
  const nowMs = clock.now();
  // A time in the future proves nothing; recordTimes finds a better one.
  return hasGuardOutside(store.index, nowMs - GUARDED_MS, nowMs);
}

/** The oldest moment that must be restorable because of the recent window. */
export function windowMoment(
  context: Context,
  times = recordTimes(context),
): number {
  const windowMs = context.settings.retention.windowHours * 3_600_000;
  const moment = newestMoment(times, ({ ageMs }) => ageMs >= windowMs);
  return atMostKept(context, moment);
}

/**
 * The moment up to which versions may be forgotten: not past a moment in use,
 * unless a checkpoint has it.
 */
export function atMostKept({ store, keeps }: Context, moment: number): number {
  const isHeld = (kept: number) => hasCheckpointAt(store.index, kept);
  return Math.min(moment, ...keeps.filter((kept) => !isHeld(kept)));
}

/**
 * Checkpoints at a moment in use, and of the last good state of each command, are kept as
 * if they were pinned.
 */
export function retained(
  { store, keeps }: Context,
  { checkpoints }: RecordTimes,
): Retained[] {
  const good = momentsToKeep(exactVerdicts(store.index));
  return checkpointsToRetain(store.index).map((checkpoint) => ({
    ...checkpoint,
    ageMs: checkpoints.get(checkpoint.number)!.ageMs,
    pinned:
      checkpoint.pinned ||
      keeps.includes(checkpoint.moment) ||
      good.has(checkpoint.moment),
  }));
}
