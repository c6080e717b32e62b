import type { Context } from "../context";
import { asWriter } from "../context";
import { end, operationsOf, settle } from "./applyRestore";
import type { RestorePlan } from "../model/restorePlan";
import { currentAt, isState } from "./current";
import type { Operation } from "./operations";
import { doOperations, findTemps, sweepTemps } from "./operations";
import { writeLine } from "./restoreLog";
import { unfinishedRestores } from "./undo";

/**
 * Ends restores that were cut off: finished when anything of them was done,
 * else taken as never begun. A path that is neither as before nor as planned was
 * changed by somebody since, and is left alone.
 */
export function recover(context: Context): void {
  if (!hasUnfinished(context)) return;
  // With the lock in hand nobody else is in the middle of it.
  asWriter(context, undefined, () => {
    for (const row of unfinishedRestores(context)) {
      if (context.stuck.has(row.id)) continue;
      const operations = operationsOf(row.plan);
      const { done, open, foreign } = sortOut(context, operations);
      const state = done.length > 0 ? "recovered" : "rolled-back";
      sweepTemps(context, operations);
      if (state === "recovered") {
        const { failures } = doOperations(context, row.id + "r", open);
        if (failures.length > 0) {
          // Kept as begun: the next process to open it tries again.
          context.stuck.add(row.id);
          context.emit({
            type: "damaged",
            detail: `A restore that was cut off cannot be finished yet: ${failures[0]!.message}`,
          });
          continue;
        }
        settle(context, operations);
      }
      end(context, row.id, state, state === "recovered" ? row.plan : undefined);
      const leftAlone = foreign.map((op) => op.path);
      writeLine(
        context,
        `${new Date(context.clock.now()).toISOString()} | ${row.verb} to ${row.plan.target.label} was cut off | ${state} | ${leftAlone.length} left alone`,
      );
      context.emit({ type: "recovered", restoreId: row.id, state, leftAlone });
    }
  });
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

function sortOut(context: Context, operations: readonly Operation[]) {
  const done: Operation[] = [];
  const open: Operation[] = [];
  const foreign: Operation[] = [];
  for (const op of operations) {
    const current = currentAt(context, op.path);
    if (isState(current, op.to)) done.push(op);
    else if (isState(current, op.from)) open.push(op);
    else foreign.push(op);
  }
  return { done, open, foreign };
}
