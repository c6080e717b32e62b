import * as vscode from "vscode";
import type { Command } from "../commands/commandContext";
import { fileOf } from "../commands/sessions";
import { noIcons } from "../text/quickPickText";
import { shorten } from "../text/markdown";
import { timeStyle } from "../timeline/viewSettings";
import { shortTime } from "../../wording/times";
import { voice } from "../text/voice";
import { SaidError } from "../../wording/said";
import { actionsFor, refOf, type LineAction } from "./lineActions";
import { authorText } from "./lineText";

interface ActionItem extends vscode.QuickPickItem {
  action?: LineAction;
}

/** Shows or hides who wrote each line. */
export const toggleLineAuthors: Command = async ({ lineAuthors }) => {
  await lineAuthors.toggle();
};

/** Says who wrote the line with the cursor, and offers what can be done: the hover, by keyboard. */
export const showLineAuthor: Command = async ({ folders, lineAuthors }) => {
  const editor = vscode.window.activeTextEditor;
  if (!editor)
    throw new SaidError("bad-input", vscode.l10n.t("Open the file first."));
  const { document, selection } = editor;
  const { session, path } = fileOf(folders, document.uri);
  await session.flush();
  await lineAuthors.files.load(document);
  const number = selection.active.line;
  const line = lineAuthors.files.linesOf(document)?.[number];
  if (!line)
    throw new SaidError(
      "bad-input",
      vscode.l10n.t("The authors of this line are not known yet. Try again."),
    );
  const { by } = line;
  const actions = actionsFor(by);
  const items = actions.map((action): ActionItem => ({
    label: action.title,
    iconPath: new vscode.ThemeIcon(action.icon),
    action,
  }));
  const isDated = by !== null && by.source !== null && !by.unsaved;
  const when = isDated ? shortTime(by.recordedAt, timeStyle(), voice) : "";
  const prompt = shorten(by?.prompt ?? "", 120);
  const title = vscode.l10n.t("Line {0}: {1}", number + 1, authorText(line));
  const nothing: ActionItem = { label: vscode.l10n.t("OK") };
  const picked = await vscode.window.showQuickPick(
    items.length > 0 ? items : [nothing],
    {
      title: noIcons([title, when].filter(Boolean).join(" · ")),
      placeHolder: prompt === "" ? title : `“${prompt}”`,
    },
  );
  if (picked?.action && by)
    await vscode.commands.executeCommand(
      picked.action.command,
      refOf(session, path, by),
    );
};
