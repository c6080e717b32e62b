import * as vscode from "vscode";
import type { Command } from "./commandContext";
import { settingOf } from "../settings/settings";
import { menuChoices, type MenuChoice } from "./menuChoices";

interface MenuItem extends vscode.QuickPickItem {
  command?: string;
  args?: unknown[];
}

/** The main commands in one quick pick, opened by a click on the status bar. */
export const showMenu: Command = async ({ folders, documents }) => {
  const { all, isPaused } = folders;
  const problems = all.flatMap(({ problem }) => problem ?? []);
  const choices = menuChoices({
    states: all.map(({ state }) => state),
    isPaused,
    isEnabled: settingOf("enabled") !== false,
    troubles: problems.map(({ code }) => code),
    baselines: documents.baselines.numbers,
  });
  const picked = await vscode.window.showQuickPick(choices.map(itemOf), {
    title: vscode.l10n.t("Checkpoint"),
    placeHolder:
      problems[0]?.message ??
      (all.length === 0
        ? vscode.l10n.t("No folder is open")
        : vscode.l10n.t("What do you want to do?")),
  });
  if (picked?.command)
    await vscode.commands.executeCommand(
      picked.command,
      ...(picked.args ?? []),
    );
};

function itemOf(choice: MenuChoice): MenuItem {
  if ("heading" in choice)
    return {
      label: choice.heading,
      kind: vscode.QuickPickItemKind.Separator,
    };
  const { label, icon, command, args = [] } = choice;
  return { label, iconPath: new vscode.ThemeIcon(icon), command, args };
}
