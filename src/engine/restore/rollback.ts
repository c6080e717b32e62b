import { CheckpointError, problem } from "../model/errors";
import type { Context } from "../context";
import type { RestoreFailure, RestorePlan } from "../model/restorePlan";
import type { BeginRecord, EndRecord } from "../store/journal/records";
import { isOnDiskAs } from "./fileOnDisk";
import type { Operation, Outcome } from "./operations";
import { doOperations, reversed } from "./operations";

/** Undoes the operations that were done; files that somebody changed since stay. */
export function rollBack(
  context: Context,
  id: string,
  outcome: Outcome,
): boolean {
  const back = reversed(outcome.done);
  const isOurs = new Set(
    back.filter((op) => isOnDiskAs(context, op.path, op.from)),
  );
  for (const op of back)
    if (!isOurs.has(op)) outcome.failures.push(changedSince(op.path));
  const { left, failures } = doOrLeave(context, id + "b", [...isOurs]);
  for (const { path } of left) outcome.failures.push(changedSince(path));
  for (const failure of failures) {
    const error = CheckpointError.fromJson(failure).toJSON();
    context.emit({ type: "unended", error });
    outcome.failures.push({ ...failure, isRollback: true });
  }
  return failures.length === 0;
}

/**
 * Performs operations that end a restore. A path that somebody changes meanwhile is
 * left alone, and the others are still done.
 */
export function doOrLeave(
  context: Context,
  id: string,
  operations: readonly Operation[],
): { left: Operation[]; failures: RestoreFailure[] } {
  const left: Operation[] = [];
  let todo = operations;
  for (;;) {
    const { done, failures } = doOperations(context, id, todo);
    const [failure] = failures;
    const changed =
      failure?.problem === "changed-while-restoring" &&
      todo.find((op) => op.path === failure.path);
    if (!changed) return { left, failures };
    left.push(changed);
    const isOver = new Set([...done, changed]);
    todo = todo.filter((op) => !isOver.has(op));
  }
}

function changedSince(path: string): RestoreFailure {
  return { path, ...problem("left-as-changed", { path }).toJSON() };
}

/**
 * Records that a restore that was reported as failed must be rolled back, not
 * finished, when it is recovered: a person may have started to put files back by
 * hand.
 */
export function markFailed(context: Context, begin: BeginRecord): void {
  const plan: RestorePlan = { ...begin.plan, isFailed: true };
  try {
    context.store.append([{ ...begin, plan, blobs: [] }]);
  } catch (error) {
    // The disk may be full. The restore is finished instead, which is just as
    // consistent.
    context.log.warn("a failed restore was not noted", {
      error: String(error),
    });
  }
}

/** Ends the restores that could not be finished: a newer restore supersedes them. */
export function endSuperseded(context: Context): EndRecord[] {
  const at = context.clock.now();
  return [...context.stuck].map((id): EndRecord => {
    context.stuck.delete(id);
    return { t: "end", id, at, state: "rolled-back" };
  });
}
