import * as vscode from "vscode";
import type { Usage } from "../../engine/api";
import type { FolderSession } from "../folders";
import { inform } from "../notify";
import { checkpointsText, sizeText, versionsText } from "../views/counts";
import { kindTitle } from "../views/kinds";
import type { Command, CommandContext } from "./commandContext";
import { pickFolder } from "./pickFolder";
import { noIcons } from "./quickPickText";
import { recordedSessions } from "./sessions";
import { withCancel } from "./showProgress";

interface StorageItem extends vscode.QuickPickItem {
  command?: string;
}

/** Shows how much room the history takes, and what takes it. */
export const showStorage: Command = async (context) => {
  const session = await folderFor(context, vscode.l10n.t("Show Storage"));
  if (!session) return;
  const usage = await session.engine.usage();
  const picked = await vscode.window.showQuickPick(itemsOf(session, usage), {
    title: vscode.l10n.t(
      "Storage of {0}: {1} of {2}",
      session.folder.name,
      sizeText(usage.sizeBytes),
      sizeText(usage.quotaBytes),
    ),
    placeHolder: vscode.l10n.t("What takes room in the history"),
    matchOnDescription: true,
  });
  if (picked?.command === "settings")
    await vscode.commands.executeCommand(
      "workbench.action.openSettings",
      "checkpoint.max",
    );
  else if (picked?.command)
    await vscode.commands.executeCommand(picked.command);
};

function itemsOf({ engine }: FolderSession, usage: Usage): StorageItem[] {
  const row = (label: string, description: string): StorageItem => ({
    label: noIcons(label),
    description,
  });
  return [
    action(vscode.l10n.t("Clean Up..."), "trash", "checkpoint.cleanUp"),
    action(vscode.l10n.t("Verify Store"), "verified", "checkpoint.verifyStore"),
    action(vscode.l10n.t("Change the Limits"), "gear", "settings"),
    separator(vscode.l10n.t("On disk")),
    row(vscode.l10n.t("Location"), engine.storeDir),
    row(vscode.l10n.t("Contents"), sizeText(usage.packBytes)),
    row(vscode.l10n.t("Journal"), sizeText(usage.journalBytes)),
    row(
      vscode.l10n.t("Index"),
      vscode.l10n.t("{0}, can be rebuilt", sizeText(usage.indexBytes)),
    ),
    row(
      vscode.l10n.t("No longer needed"),
      vscode.l10n.t("{0}, freed by cleaning up", sizeText(usage.garbageBytes)),
    ),
    separator(vscode.l10n.t("By kind of checkpoint")),
    ...usage.byKind.map(({ kind, checkpoints, freeableBytes }) =>
      row(
        kindTitle(kind),
        freeableBytes === 0
          ? checkpointsText(checkpoints)
          : vscode.l10n.t(
              "{0}, {1} of their own",
              checkpointsText(checkpoints),
              sizeText(freeableBytes),
            ),
      ),
    ),
    separator(vscode.l10n.t("By folder")),
    ...usage.byFolder.map((each) =>
      row(
        each.path === "."
          ? vscode.l10n.t("Files outside any folder")
          : each.path,
        sizeAndVersions(each),
      ),
    ),
    separator(vscode.l10n.t("Largest files")),
    ...usage.largest.map((each) => row(each.path, sizeAndVersions(each))),
  ];
}

/** Removes what retention allows, after showing what that is. */
export const cleanUp: Command = async (context) => {
  const session = await folderFor(context, vscode.l10n.t("Clean Up"));
  if (!session) return;
  const title = vscode.l10n.t("Cleaning up");
  const plan = await withCancel(title, (call) =>
    session.engine.prune({ dryRun: true }, call),
  );
  // With what is garbage already.
  const toFree = plan.freedBytes;
  if (plan.removed.length === 0 && toFree === 0) {
    void inform(vscode.l10n.t("There is nothing to clean up."));
    return;
  }
  const go = vscode.l10n.t("Clean Up");
  const show = vscode.l10n.t("Show Storage");
  const listed = plan.removed
    .slice(0, 8)
    .map(({ number, kind, name }) => `  #${number} ${name ?? kindTitle(kind)}`);
  const more = plan.removed.length - listed.length;
  if (more > 0) listed.push("  " + vscode.l10n.t("and {0} more", more));
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "Clean up the history of {0}? About {1} will be freed.",
      session.folder.name,
      sizeText(toFree),
    ),
    {
      modal: true,
      detail: [
        plan.removed.length === 0
          ? vscode.l10n.t("No checkpoint is removed.")
          : vscode.l10n.t(
              "By your retention settings {0} will be removed:",
              checkpointsText(plan.removed.length),
            ) +
            "\n" +
            listed.join("\n"),
        vscode.l10n.t(
          "Checkpoints you made, features and pinned ones are kept. Your files are not touched.",
        ),
      ].join("\n\n"),
    },
    show,
    go,
  );
  if (answer === show)
    await vscode.commands.executeCommand("checkpoint.showStorage");
  if (answer !== go) return;
  const freed = await withCancel(title, async (call) => {
    await session.engine.prune({}, call);
    return session.engine.compact(call);
  });
  void inform(
    vscode.l10n.t(
      "Cleaned up: the history now takes {0}.",
      sizeText(freed.sizeBytes),
    ),
  );
};

function sizeAndVersions({
  bytes,
  versions,
}: {
  bytes: number;
  versions: number;
}): string {
  return `${sizeText(bytes)}, ${versionsText(versions)}`;
}

function action(label: string, icon: string, command: string): StorageItem {
  return { label, iconPath: new vscode.ThemeIcon(icon), command };
}

function separator(label: string): StorageItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function folderFor(
  { folders }: CommandContext,
  title: string,
): Promise<FolderSession | undefined> {
  return pickFolder(recordedSessions(folders), title);
}
