import type { ThreadEdit } from "../../engine/model/thread";
import {
  deletesSection,
  newerSections,
  unsavedSection,
  wayBackText,
} from "../../wording/plan";
import { leftToOthersSection, willEditText } from "../../wording/threads";
import { paragraphs } from "../restore/planText";
import { voice } from "../text/voice";

/**
 * Returns the text below the question of “Rewind Conversation and Files to Here...”. `editors` are the paths whose editors
 * have unsaved changes that it replaces; `news` is why the question is asked again.
 */
export function editText(
  edit: Pick<
    ThreadEdit,
    "restorations" | "deletedMessages" | "changedByOthers" | "leftToOthers"
  >,
  editors: readonly string[],
  news = "",
): string {
  const [files = "", ...messages] = willEditText(edit, voice);
  const deletes = edit.restorations.filter(({ action }) => action === "delete");
  return paragraphs([
    news,
    ...newerSections(edit, voice),
    files,
    ...deletesSection(deletes, voice),
    ...messages,
    ...leftToOthersSection(edit.leftToOthers, voice),
    ...unsavedSection(editors, voice),
    wayBackText("thread", voice),
  ]);
}
