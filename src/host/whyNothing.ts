import type { RestorePlan } from "../engine/model/restorePlan";

/** Returns why a plan has nothing to do, to go on after “Nothing to change: ”. */
export function whyNothing({ verb, target, scope }: RestorePlan): string {
  if (verb === "undo" || verb === "redo") return "the files are so already";
  if (verb === "revert")
    return `nothing of ${target.label} is left in the files`;
  return scope.source === null
    ? `the files are as they were at ${target.label}`
    : `nothing that ${scope.source} changed since ${target.label} is left in the files`;
}
