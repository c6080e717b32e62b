import { CheckpointError } from "../model/errors";
import type { PlannedState, RestorePlan } from "../model/restorePlan";
import { isProtectedPath, workspacePath } from "../model/workspacePath";

/**
 * Throws when a plan has a path that may not be written, or the wrong shape: a
 * plan comes back from whoever it was shown to.
 */
export function checkPlan(plan: RestorePlan): void {
  // It becomes part of the names of temporary files.
  if (typeof plan.id !== "string" || !/^[0-9a-z]{1,40}$/i.test(plan.id))
    throw bad("A plan has an id of letters and digits.");
  if (!Array.isArray(plan.writes) || !Array.isArray(plan.deletes))
    throw bad("A plan needs its writes and deletes.");
  for (const path of plan.scope.paths) workspacePath(path);
  for (const { path, before, after } of plan.writes) {
    checkPath(path);
    if (before !== null) checkState(before);
    checkState(after);
  }
  for (const { path, before } of plan.deletes) {
    checkPath(path);
    checkState(before);
  }
}

function checkPath(path: string): void {
  if (isProtectedPath(workspacePath(path)))
    throw new CheckpointError("bad-path", `${path} is never written.`, {
      data: { path },
    });
}

function checkState(state: PlannedState): void {
  if (!/^[0-9a-f]{64}$/.test(state.hash) || !Number.isInteger(state.mode))
    throw bad("A plan says what stands at each path by its hash and mode.");
}

function bad(message: string): CheckpointError {
  return new CheckpointError("bad-input", message, {
    hint: "Make the plan again and hand it back as it is.",
  });
}
