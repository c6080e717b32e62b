import type { EngineEvent } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import type { RestoreReport } from "../../engine/model/restorePlan";
import type { Here } from "./rowText";

/**
 * Where the workspace stands: at the checkpoint it was last restored to, or at
 * the newest one; exactly there, or with later changes.
 */
export interface Standing {
  /** The checkpoint's number; null before the first. */
  number: number | null;
  /** The moment whose state is that checkpoint's. */
  moment: number;
  /** The moment of the workspace as last seen. */
  now: number;
}

export const nowhere: Standing = { number: null, moment: -1, now: -1 };

/** Returns where we stand after an event. */
export function afterEvent(standing: Standing, event: EngineEvent): Standing {
  switch (event.type) {
    case "captured":
      return { ...standing, now: Math.max(standing.now, event.result.moment) };
    case "created":
      return afterCheckpoint(standing, event.checkpoint);
    case "restored":
      return afterRestore(standing, event.report);
    case "edited":
    case "recovered":
    case "deleted":
    case "thread":
    case "damaged":
    case "refreshed":
      return standing;
  }
}

/**
 * A guard is made on the way to somewhere else; and a checkpoint of the state
 * we were restored to (nothing changed since) does not move us.
 */
export function afterCheckpoint(
  standing: Standing,
  { number, moment, kind }: Checkpoint,
): Standing {
  const now = Math.max(standing.now, moment);
  if (kind === "guard" && standing.number !== null) return { ...standing, now };
  return { number, moment, now };
}

function afterRestore(standing: Standing, report: RestoreReport): Standing {
  if (!report.applied) return standing;
  const { plan, moment } = report;
  const isWhole = plan.scope.paths.length === 0 && plan.scope.source === null;
  const target = plan.target.checkpoint?.number;
  if (isWhole && target !== undefined && plan.leftAlone.length === 0)
    return { number: target, moment, now: moment };
  return { ...standing, now: moment };
}

export function hereOf(standing: Standing, checkpoint: Checkpoint): Here {
  if (standing.number !== checkpoint.number) return null;
  return isExact(standing) ? "exactly" : "changed";
}

export function isExact(standing: Standing): boolean {
  return standing.moment === standing.now;
}
