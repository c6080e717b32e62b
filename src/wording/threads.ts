import type { Restoration, ThreadEdit } from "../engine/model/thread";
import {
  byWhom,
  didText,
  section,
  willDoText,
  type PlanCounts,
  type Section,
} from "./plan";
import type { Voice } from "./voice";

/** Describes what going back to a message would do, or did, one paragraph each. */
export function willEditText(
  { restorations, deletedMessages }: EditedParts,
  voice: Voice,
): string[] {
  const n = deletedMessages.length;
  return [
    willDoText(countRestorations(restorations), voice) ||
      voice.t("The files already match."),
    n === 0
      ? ""
      : n === 1
        ? voice.t("1 later message will be marked as deleted.")
        : voice.t("{0} later messages will be marked as deleted.", n),
  ].filter(Boolean);
}

export function didEditText(
  { restorations, deletedMessages }: EditedParts,
  voice: Voice,
): string[] {
  const n = deletedMessages.length;
  return [
    didText(countRestorations(restorations), voice) ||
      voice.t("The files already matched."),
    n === 0
      ? ""
      : n === 1
        ? voice.t("1 later message marked as deleted.")
        : voice.t("{0} later messages marked as deleted.", n),
  ].filter(Boolean);
}

type EditedParts = Pick<ThreadEdit, "restorations" | "deletedMessages">;

function countRestorations(restorations: readonly Restoration[]): PlanCounts {
  const counts = { replace: 0, create: 0, delete: 0, discard: 0, unsaved: 0 };
  for (const { action } of restorations) counts[action] += 1;
  return counts;
}

/** Lists the files that only others changed, and how to include them. */
export function leftToOthersSection(
  left: ThreadEdit["leftToOthers"],
  voice: Voice,
): Section[] {
  return section(
    voice.t("Left alone, because only others changed them:"),
    byWhom(left, voice),
    voice.t("To restore them too, use {0}.", voice.action("include-others")),
  );
}

/** Returns the message that going back to a message has nothing to do. */
export function nothingToEditText(voice: Voice): string {
  return voice.t(
    "Nothing to change: the files already match, and the conversation has no later messages.",
  );
}
