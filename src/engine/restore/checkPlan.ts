import { problem } from "../model/errors";
import type { PlannedState, RestorePlan } from "../model/restorePlan";
import { isProtectedPath, workspacePath } from "../model/workspacePath";
import type { OwnData } from "../workspace/ownData";

/**
 * Throws if a plan has the wrong shape or contains a path that must not be written:
 * a plan comes back from the client it was shown to.
 */
export function checkPlan(plan: RestorePlan, ownData: OwnData): void {
  const checkPath = (given: string) => {
    const path = workspacePath(given);
    if (isProtectedPath(path) || ownData.folderOf(path))
      throw problem("path-never-written", { path });
  };
  // The id becomes part of the names of temporary files.
  if (typeof plan.id !== "string" || !/^[0-9a-z]{1,40}$/i.test(plan.id))
    throw problem("bad-plan", { part: "id" });
  if (!Array.isArray(plan.writes) || !Array.isArray(plan.deletes))
    throw problem("bad-plan", { part: "operations" });
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

function checkState(state: PlannedState): void {
  if (!/^[0-9a-f]{64}$/.test(state.hash) || !Number.isInteger(state.mode))
    throw problem("bad-plan", { part: "states" });
}
