import type { RestoreResult } from "../answers/restore";
import type { RestorePlan, RestoreReport } from "../engine/model/restorePlan";
import { spokenFailure } from "./errors";
import type { Voice } from "./voice";

/** Returns a restore's result for programs; without a report, that of a restore that was only planned. */
export function restoreResult(
  plan: RestorePlan,
  report: RestoreReport | null,
  voice: Voice,
): RestoreResult {
  return {
    // If there was nothing to do, there is no restore.
    applied: typeof report?.restoreId === "string",
    restoreId: report?.restoreId ?? null,
    guard: report?.guard ?? null,
    written: plan.writes.map(({ path }) => path),
    deleted: plan.deletes.map(({ path }) => path),
    leftAlone: plan.leftAlone,
    changedByOthers: plan.changedByOthers,
    failures: (report?.failures ?? []).map((failure) =>
      spokenFailure(failure, voice),
    ),
    ...(report?.isHalfDone ? { isHalfDone: true } : {}),
  };
}
