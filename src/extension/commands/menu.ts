import * as vscode from "vscode";
import type { Command } from "./commandContext";

interface MenuItem extends vscode.QuickPickItem {
  command?: string;
}

/** The main commands in one quick pick: what a click on the status bar opens. */
export const showMenu: Command = async ({ folders }) => {
  const item = (label: string, icon: string, command: string): MenuItem => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    command: `checkpoint.${command}`,
  });
  const { t } = vscode.l10n;
  const picked = await vscode.window.showQuickPick<MenuItem>(
    [
      item(t("Create"), "add", "create"),
      item(t("Create with Description..."), "edit", "createWithDescription"),
      item(t("Mark Feature Complete..."), "milestone", "markFeatureComplete"),
      separator(t("Go back")),
      item(t("Restore..."), "discard", "restore"),
      item(t("Restore to a Moment..."), "clock", "restoreToMoment"),
      item(t("Undo Restore"), "reply", "undoRestore"),
      item(t("Revert Changes..."), "git-pull-request-closed", "revertChanges"),
      separator(t("Look")),
      item(t("Show Timeline"), "history", "timeline.focus"),
      item(t("Compare with Workspace"), "diff", "compareWithWorkspace"),
      item(t("Search History..."), "search", "searchHistory"),
      separator(t("Look after it")),
      item(t("Show Storage..."), "database", "showStorage"),
      folders.isPaused
        ? item(t("Resume Automatic Checkpoints"), "play", "resume")
        : item(t("Pause Automatic Checkpoints"), "debug-pause", "pause"),
      item(t("Show Log"), "output", "showLog"),
    ],
    { title: t("Checkpoint"), placeHolder: t("What do you want to do?") },
  );
  if (picked?.command) await vscode.commands.executeCommand(picked.command);
};

function separator(label: string): MenuItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
