import type { Voice } from "../../wording/voice";
import { l10n } from "./l10n";

/** The editor's voice: translated, with actions named by their commands. */
export const voice: Voice = {
  t: (message, ...args) => l10n.t(message, ...args),
  action(name, argument = "") {
    switch (name) {
      case "undo":
        return l10n.t("“Undo Restore”");
      case "redo":
        return l10n.t("“Redo Restore”");
      case "verify":
      case "repair":
        return l10n.t("“Verify Store”");
      case "revert":
      case "revert-since":
      case "revert-what":
      case "include-uncertain":
        return l10n.t("“Revert Changes...”");
      case "include-others":
        return l10n.t("“Include Others' Changes...”");
      case "setting":
        return `checkpoint.${argument}`;
      case "list":
        return l10n.t("the timeline");
      case "create":
        return l10n.t("“Create”");
      case "check":
        return l10n.t("“Mark as Good”");
      case "history":
        return l10n.t("“Show File History”");
      case "threads":
      case "messages":
        return l10n.t("“Group by Conversation”");
      case "plan":
        return l10n.t("the same command again");
      case "free-space":
        return l10n.t("“Clean Up...”");
      case "force-delete":
        return l10n.t("“Delete”");
      case "unpin":
        return l10n.t("“Unpin”");
      case "store-limit":
        return l10n.t("the setting {0}", "checkpoint.maxStoreSize");
      case "exclude":
        return l10n.t("the setting {0}", "checkpoint.exclude");
      case "record-anyway":
        return l10n.t("“Record This Folder Anyway”");
      case "store-elsewhere":
        return l10n.t("the setting {0}", "checkpoint.storagePath");
      case "choose-folder":
        return l10n.t("“Open Folder...”");
      case "adopt":
        return l10n.t("“checkpoint adopt OLD-PATH” in a terminal");
      case "exchange":
        return l10n.t("“checkpoint export” and “checkpoint import”");
      case "keep-ours":
        return l10n.t("“Keep Mine”");
    }
  },
};

/** Formats a time of day in the system's style. */
export function clockOf(ms: number): string {
  return new Date(ms).toLocaleTimeString();
}
