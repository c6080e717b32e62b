import type { RestoreEntry } from "../engine/model/restorePlan";
import { filesText } from "./counts";
import type { Voice } from "./voice";

/** Returns, for example, “Restored to #12 works: 3 files.” */
export function deedSentence(
  {
    verb,
    target,
    writes,
    deletes,
  }: Pick<RestoreEntry, "verb" | "target" | "writes" | "deletes">,
  voice: Voice,
): string {
  const files = filesText(writes + deletes, voice);
  switch (verb) {
    case "restore":
      return voice.t("Restored to {0}: {1}.", target, files);
    case "revert":
      return voice.t("Reverted {0}: {1}.", target, files);
    case "thread":
      return voice.t("Went back to {0}: {1}.", target, files);
    case "undo":
      return voice.t("Undid the {0}: {1}.", target, files);
    case "redo":
      return voice.t("Redid the {0}: {1}.", target, files);
  }
}
