import type { SkipReason } from "../engine/model/checkpoint";
import type { LeftAloneReason } from "../engine/model/restorePlan";
import type { Voice } from "./voice";

/** Returns why a path is not recorded, or why a restore leaves it alone. */
export function reasonText(
  reason: SkipReason | LeftAloneReason,
  voice: Voice,
): string {
  switch (reason) {
    case "ignored-then":
      return voice.t("not recorded at the time");
    case "not-ours":
      return voice.t("not recorded by Checkpoint");
    case "too-large":
      return voice.t("larger than {0}", voice.action("setting", "maxFileSize"));
    case "unreadable":
      return voice.t("cannot be read");
    case "special":
      return voice.t("not a regular file");
    case "changing":
      return voice.t("being written");
    case "name":
      return voice.t("unsupported name");
    case "link":
      return voice.t("symbolic links cannot be created here");
    case "blocked":
      return voice.t("blocked by a file that isn't recorded");
    case "protected":
      return voice.t("belongs to version control");
    case "own-data":
      return voice.t("Checkpoint's own data");
  }
}
