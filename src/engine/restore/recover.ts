import { assertRoot } from "../capture/observe";
import type { Context } from "../context";
import { asWriter } from "../context";
import { CheckpointError } from "../model/errors";
import { end, operationsOf, settle } from "./applyRestore";
import type { SkipReason } from "../model/checkpoint";
import type { RestorePlan } from "../model/restorePlan";
import { asPlaced } from "./asPlaced";
import { currentAt, isState } from "./current";
import { deedOf } from "./deed";
import type { Operation } from "./operations";
import { doOperations, reversed } from "./operations";
import { writeLine } from "./restoreLog";
import type { RestoreRow } from "./restores";
import { unfinishedRestores } from "./restores";
import { findTemps, sweepTemps } from "./temps";

/**
 * Ends restores that were cut off: finished when anything of them was done, else
 * taken as never begun; one that was told to have failed is taken back. A path
 * that is neither as before nor as planned was changed by somebody since, and is
 * left alone, and so is one that a person put back.
 */
export function recover(context: Context): void {
  if (!hasUnfinished(context)) return;
  // With the lock in hand nobody else is in the middle of it.
  asWriter(context, undefined, () => {
    for (const row of unfinishedRestores(context)) {
      if (context.stuck.has(row.id)) continue;
      const why = whyNotEnded(context, row);
      if (why === null) continue;
      // Kept as begun: the next process to open it tries again.
      context.stuck.add(row.id);
      context.emit({
        type: "unended",
        detail: why,
      });
    }
  });
}

/** Ends one; returns what went wrong, for nobody should be kept out by it. */
function whyNotEnded(context: Context, row: RestoreRow): string | null {
  try {
    return endOne(context, row);
  } catch (error) {
    return CheckpointError.from(error).message;
  }
}

function endOne(context: Context, row: RestoreRow): string | null {
  assertRoot(context);
  const operations = asPlaced(context, operationsOf(row.plan));
  const { done, open, foreign, unseen } = sortOut(context, operations);
  if (unseen) return `${unseen.path} cannot be read.`;
  const isBack = row.plan.isFailed === true || done.length === 0;
  const state = isBack ? "rolled-back" : "recovered";
  sweepTemps(context, operations);
  const todo = isBack ? reversed(done) : open;
  const { failures } = doOperations(context, row.id + "r", todo);
  if (failures.length > 0) return failures[0]!.message;
  if (done.length > 0) settle(context, operations);
  end(context, row.id, state, isBack ? undefined : row.plan);
  const leftAlone = foreign.map((op) => op.path);
  writeLine(
    context,
    `${new Date(context.clock.now()).toISOString()} | ${row.verb} to ${row.plan.target.label} was cut off | ${state} | ${leftAlone.length} left alone`,
  );
  context.emit({
    type: "recovered",
    restoreId: row.id,
    state,
    deed: deedOf(row.plan),
    leftAlone,
  });
  return null;
}

/**
 * Removes what the last restore left when it failed or was cut off and the disk
 * let nothing go. For the opening: whoever restores now holds the lock.
 */
export function sweepLast(context: Context): void {
  const row = context.store.index.sql.first(
    "SELECT state, plan FROM restore ORDER BY seq DESC LIMIT 1",
  );
  if (row?.[0] !== "recovered" && row?.[0] !== "rolled-back") return;
  const operations = operationsOf(JSON.parse(String(row[1])) as RestorePlan);
  if (findTemps(context, operations).length > 0)
    asWriter(context, undefined, () => sweepTemps(context, operations));
}

/** Asked before every write, so it must cost next to nothing. */
function hasUnfinished(context: Context): boolean {
  const { sql } = context.store.index;
  return sql.first("SELECT 1 FROM restore WHERE state = 'begun'") !== undefined;
}

/** Reasons that say nothing of what a file holds, and may be gone the next time. */
const UNSEEN: ReadonlySet<SkipReason> = new Set(["unreadable", "changing"]);

function sortOut(context: Context, operations: readonly Operation[]) {
  const done: Operation[] = [];
  const open: Operation[] = [];
  const foreign: Operation[] = [];
  let unseen: Operation | undefined;
  for (const op of operations) {
    const current = currentAt(context, op.path, op.from, op.to);
    if (isState(current, op.to)) done.push(op);
    else if (isState(current, op.from)) open.push(op);
    else if (current.kind === "unreadable" && UNSEEN.has(current.reason))
      unseen = op;
    else foreign.push(op);
  }
  return { done, open, foreign, unseen };
}
