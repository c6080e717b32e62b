import type { ThreadEdit } from "../../engine/model/thread";
import { sourceName } from "../views/kinds";
import { l10n } from "../views/l10n";
import { list, willBeText } from "./planText";

/** Returns what the dialog before “Edit from Here” says below its question. */
export function editText({
  restorations,
  deletedMessages,
  changedByOthers,
}: Pick<
  ThreadEdit,
  "restorations" | "deletedMessages" | "changedByOthers"
>): string {
  const count = { replace: 0, create: 0, delete: 0, aside: 0, unsaved: 0 };
  for (const { action } of restorations) count[action] += 1;
  return [
    willBeText(count) || l10n.t("The files are already as they were."),
    list(
      l10n.t("Will be deleted:"),
      restorations
        .filter(({ action }) => action === "delete")
        .map(({ path }) => path),
    ),
    messagesBack(deletedMessages.length),
    list(
      l10n.t("Also changed by others since:"),
      changedByOthers.map(
        ({ path, sources }) =>
          `${path} (${sources.map(sourceName).join(", ")})`,
      ),
    ),
    l10n.t("Undo Restore takes all of this back."),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function messagesBack(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? l10n.t("1 later message will be marked as taken back.")
    : l10n.t("{0} later messages will be marked as taken back.", count);
}
