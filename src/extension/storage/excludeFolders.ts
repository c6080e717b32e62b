import * as vscode from "vscode";
import type { FolderSession } from "../session/folders";
import { settingsOf } from "../settings/settings";
import type { Command, CommandContext } from "../commands/commandContext";
import { largestFolders, withExcluded } from "./excludedFolders";
import { pickFolder } from "../commands/pickFolder";
import { noIcons } from "../text/quickPickText";
import { isNode } from "../commands/targets";
import { filesText, sizeText } from "../../wording/counts";
import { voice } from "../text/voice";

/** Asks which of the largest folders to exclude, and adds them to the workspace's settings. */
export const excludeFolders: Command = async (context, node) => {
  const session = await sessionFor(context, node);
  if (!session) return;
  const large = largestFolders(session.problem);
  // The settings of an untrusted folder are ignored.
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
      description: `${filesText(files, voice)}, ${sizeText(bytes, voice)}`,
      path,
    })),
    {
      canPickMany: true,
      title: vscode.l10n.t("The Largest Folders of {0}", session.folder.name),
      placeHolder: vscode.l10n.t(
        "Choose folders to exclude: downloads, build output, data",
      ),
    },
  );
  if (!picked || picked.length === 0) return;
  await exclude(
    session,
    picked.map(({ path }) => path),
  );
};

/** Recording starts as soon as the folder's settings have changed. */
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
