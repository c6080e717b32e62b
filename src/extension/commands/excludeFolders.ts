import * as vscode from "vscode";
import type { FolderSession } from "../folders";
import { settingsOf } from "../settings";
import { filesText, sizeText } from "../views/counts";
import type { Command, CommandContext } from "./commandContext";
import { largestFolders, withExcluded } from "./excludedFolders";
import { pickFolder } from "./pickFolder";
import { noIcons } from "./quickPickText";
import { isNode } from "./targets";

/** Asks which of the largest folders are left out; they go to the workspace's settings. */
export const excludeFolders: Command = async (context, node) => {
  const session = await sessionFor(context, node);
  if (!session) return;
  const large = largestFolders(session.problem);
  // In a folder that is not trusted its own settings do not count.
  if (large.length === 0 || !vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand(
      "workbench.action.openSettings",
      "checkpoint.exclude",
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    large.map(({ path, files, bytes }) => ({
      label: noIcons(path),
      description: `${filesText(files)}, ${sizeText(bytes)}`,
      path,
    })),
    {
      canPickMany: true,
      title: vscode.l10n.t("The Largest Folders of {0}", session.folder.name),
      placeHolder: vscode.l10n.t(
        "Choose what need not be recorded: downloads, build output, data",
      ),
    },
  );
  if (!picked || picked.length === 0) return;
  await exclude(
    session,
    picked.map(({ path }) => path),
  );
};

/** The folder starts to be recorded as soon as its settings have changed. */
async function exclude(
  { folder }: FolderSession,
  paths: string[],
): Promise<void> {
  const settings = vscode.workspace.getConfiguration("checkpoint", folder.uri);
  const isOneOfMany = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  await settings.update(
    "exclude",
    withExcluded(
      settings.get("exclude"),
      settingsOf(folder).engine.exclude,
      paths,
    ),
    isOneOfMany
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace,
  );
}

async function sessionFor(
  { folders }: CommandContext,
  node: unknown,
): Promise<FolderSession | undefined> {
  if (isNode(node) && node.type === "problem") return node.session;
  const waiting = folders.all.filter(({ state }) => state === "over-budget");
  return pickFolder(waiting, vscode.l10n.t("Exclude Folders"));
}
