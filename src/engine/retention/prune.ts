import type { PruneResult, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import type { CheckpointKind } from "../model/checkpoint";
import type { Retained } from "../model/retentionRules";
import { chooseExpired } from "../model/retentionRules";
import { compactStore } from "./compact";
import { garbageBytes } from "./garbage";
import { storeSize } from "./size";

/** Versions are forgotten in batches: each forgetting looks through all of them. */
const FORGET_AFTER_MOMENTS = 200;
/** Automatic checkpoints may exceed their number by this share before the rules are asked. */
const SLACK = 0.1;

/** Applies the retention rules; with `dryRun` says what would go. */
export function prune(
  context: Context,
  options: { dryRun?: boolean } = {},
  run?: Run,
): PruneResult {
  return asWriter(context, run, () => {
    const { sql } = context.store.index;
    const ids = chooseExpired(
      retained(context),
      context.settings,
      context.clock.now(),
    );
    const removed = ids.map((id) => {
      const row = sql.first(
        "SELECT number, kind, name FROM checkpoint WHERE id = ?",
        id,
      )!;
      return {
        number: row[0] as number,
        kind: row[1] as CheckpointKind,
        name: row[2] as string | null,
      };
    });
    const moment = windowMoment(context);
    const before = sql.number("SELECT count(*) FROM version");
    if (options.dryRun) {
      const after = sql.rehearse(() => {
        context.store.index.apply({ t: "drop", ids });
        context.store.index.apply({ t: "prune", moment });
        return {
          versions: sql.number("SELECT count(*) FROM version"),
          garbage: garbageBytes(context),
        };
      });
      return {
        dryRun: true,
        removed,
        versions: before - after.versions,
        freedBytes: after.garbage,
        sizeBytes: storeSize(context).total,
      };
    }
    const size = storeSize(context).total;
    if (ids.length > 0) context.store.append([{ t: "drop", ids }]);
    context.store.append([{ t: "prune", moment }]);
    const versions = before - sql.number("SELECT count(*) FROM version");
    // They are gone, also when giving the space back is cancelled or fails.
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

/** After a new checkpoint of a kind: drops what is over its number, cheaply. Under the lock. */
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
  const count = index.sql.number(
    "SELECT count(*) FROM checkpoint WHERE kind = ? AND NOT pinned",
    kind,
  );
  if (count <= limit) return;
  const ids = chooseExpired(
    retained(context),
    context.settings,
    context.clock.now(),
  );
  // Those that stay for their hour or day are not looked at again each time.
  if (kind === "automatic")
    context.automaticLimit =
      Math.max(maxCheckpoints, count - ids.length) + slack;
  if (ids.length === 0) return;
  const numbers = ids.map((id) =>
    index.sql.number("SELECT number FROM checkpoint WHERE id = ?", id),
  );
  context.store.append([{ t: "drop", ids }], "by-end");
  const moment = windowMoment(context);
  if (moment - index.metaNumber("pruned") >= FORGET_AFTER_MOMENTS)
    context.store.append([{ t: "prune", moment }], "by-end");
  context.emit({ type: "deleted", numbers });
}

/** The oldest moment that the recent window promises to restore. */
export function windowMoment(context: Context): number {
  const since =
    context.clock.now() - context.settings.retention.windowHours * 3_600_000;
  const moment = context.store.index.sql.number(
    "SELECT max(n) FROM moment WHERE at <= ?",
    since,
  );
  return atMostKept(context, moment);
}

/**
 * How far versions may be forgotten: not past a moment that is being worked
 * with, unless a checkpoint holds it.
 */
export function atMostKept({ store, keeps }: Context, moment: number): number {
  const isHeld = (kept: number) =>
    store.index.sql.first("SELECT 1 FROM checkpoint WHERE moment = ?", kept);
  return Math.min(moment, ...keeps.filter((kept) => !isHeld(kept)));
}

/** Checkpoints at a moment that is being worked with stay, as if they were pinned. */
export function retained({ store, keeps }: Context): Retained[] {
  return store.index.sql
    .all(
      "SELECT id, number, kind, at, pinned, moment FROM checkpoint ORDER BY number",
    )
    .map((row) => ({
      id: row[0] as string,
      number: row[1] as number,
      kind: row[2] as CheckpointKind,
      atMs: row[3] as number,
      pinned: row[4] === 1 || keeps.includes(row[5] as number),
    }));
}
