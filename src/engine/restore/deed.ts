import type { RestorePlan, RestoreVerb } from "../model/restorePlan";

const DEEDS: Record<RestoreVerb, string> = {
  restore: "restore to",
  undo: "undoing the",
  redo: "redoing the",
  revert: "revert of",
  thread: "rewinding to",
};

/** What a plan does, as part of a sentence: “restore to #3 Works”. */
export function deedOf({
  verb,
  target,
}: Pick<RestorePlan, "verb" | "target">): string {
  return `${DEEDS[verb]} ${target.label}`;
}
