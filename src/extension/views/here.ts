import type { EngineEvent } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import type { Here } from "./rowText";

/**
 * Where the workspace stands: at the checkpoint it was last restored to, or at
 * the newest one; exactly there, or with later changes.
 */
export interface Standing {
  /** The checkpoint's number; null before the first. */
  number: number | null;
  isExact: boolean;
}

export const nowhere: Standing = { number: null, isExact: false };

/**
 * Returns where we stand after an event, or `ask` when only a comparison can
 * tell.
 */
export function afterEvent(
  standing: Standing,
  event: EngineEvent,
): Standing | "ask" {
  switch (event.type) {
    case "captured":
      if (event.source === "restore") return "ask";
      return event.result.isNew ? { ...standing, isExact: false } : standing;
    case "created":
      return afterCheckpoint(standing, event.checkpoint);
    case "restored":
    case "recovered":
    case "deleted":
    case "refreshed":
      return "ask";
    case "edited":
    case "thread":
    case "damaged":
    case "unended":
      return standing;
  }
}

/**
 * A guard is made on the way to somewhere else: it does not move us. A session may
 * begin where we are: then what was gone back to says more.
 */
function afterCheckpoint(
  standing: Standing,
  { number, kind }: Checkpoint,
): Standing | "ask" {
  if (standing.number === null) return { number, isExact: true };
  if (kind === "guard") return standing;
  return kind === "session" ? "ask" : { number, isExact: true };
}

export function hereOf(standing: Standing, checkpoint: Checkpoint): Here {
  if (standing.number !== checkpoint.number) return null;
  return standing.isExact ? "exactly" : "changed";
}
