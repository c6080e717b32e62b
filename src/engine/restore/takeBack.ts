import type { Context } from "../context";
import type { RestoreFailure, RestorePlan } from "../model/restorePlan";
import type { BeginRecord, EndRecord } from "../store/records";
import { holds } from "./current";
import type { Outcome } from "./operations";
import { doOperations, reversed } from "./operations";

/** Puts back what was done; what somebody wrote over it since stays. */
export function takeBack(
  context: Context,
  id: string,
  outcome: Outcome,
): boolean {
  const back = reversed(outcome.done);
  const isOurs = new Set(back.filter((op) => holds(context, op.path, op.from)));
  for (const op of back)
    if (!isOurs.has(op)) outcome.failures.push(changedSince(op.path));
  const { failures } = doOperations(context, id + "b", [...isOurs]);
  for (const { path, code, message } of failures) {
    context.emit({ type: "unended", detail: message });
    const why = `Taking it back failed: ${message}`;
    outcome.failures.push({ path, code, message: why });
  }
  return failures.length === 0;
}

function changedSince(path: string): RestoreFailure {
  return {
    path,
    code: "plan-changed",
    message: `${path} was changed while the restore was at work, and is left as it is now.`,
  };
}

/**
 * Notes that a restore that was reported as failed goes back, not on, when it is
 * ended: a person may have begun to put things back by hand.
 */
export function markFailed(context: Context, begin: BeginRecord): void {
  const plan: RestorePlan = { ...begin.plan, isFailed: true };
  try {
    context.store.append([{ ...begin, plan, blobs: [] }]);
  } catch (error) {
    // On a full disk perhaps; then it is finished, which is as whole.
    context.log.warn("a failed restore was not noted", {
      error: String(error),
    });
  }
}

/** Ends those that could not be: whoever restores now has decided otherwise. */
export function endedBy(context: Context): EndRecord[] {
  const at = context.clock.now();
  return [...context.stuck].map((id): EndRecord => {
    context.stuck.delete(id);
    return { t: "end", id, at, state: "rolled-back" };
  });
}
