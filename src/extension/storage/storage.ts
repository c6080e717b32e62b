import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { FolderSession } from "../session/folders";
import { inform } from "../notify";
import type { Command, CommandContext } from "../commands/commandContext";
import { pickFolder } from "../commands/pickFolder";
import { recordedSessions } from "../commands/sessions";
import { withCancel } from "../commands/showProgress";
import { checkpointsText, sizeText } from "../../wording/counts";
import { kindTitle } from "../../wording/kinds";
import { voice } from "../text/voice";
import { STORAGE_COMMANDS, storagePage } from "./storagePage";

/** Shows how much space the history uses, what uses it, and what can be freed. */
export const showStorage: Command = async (context) => {
  const title = vscode.l10n.t("Show Storage");
  const session = await folderFor(context, title);
  if (!session) return;
  const { engine, folder } = session;
  const [usage, plan] = await withCancel(title, (call) =>
    Promise.all([engine.usage(), engine.prune({ dryRun: true }, call)]),
  );
  const panel = panelFor(folder.uri.toString());
  panel.title = vscode.l10n.t("Storage of {0}", folder.name);
  panel.webview.html = storagePage({
    ...{ folder: folder.name, storeDir: engine.storeDir, usage },
    freeableBytes: plan.freedBytes,
    language: vscode.env.language,
    nonce: randomBytes(16).toString("hex"),
  });
  panel.reveal();
};

const panels = new Map<string, vscode.WebviewPanel>();

/** Returns the folder's page, which is renewed rather than opened twice. */
function panelFor(folder: string): vscode.WebviewPanel {
  const open = panels.get(folder);
  if (open) return open;
  const panel = vscode.window.createWebviewPanel(
    "checkpoint.storage",
    "",
    vscode.ViewColumn.Active,
    { enableCommandUris: STORAGE_COMMANDS, localResourceRoots: [] },
  );
  panels.set(folder, panel);
  panel.onDidDispose(() => panels.delete(folder));
  return panel;
}

/** Removes what retention allows, after showing it. */
export const cleanUp: Command = async (context) => {
  const session = await folderFor(context, vscode.l10n.t("Clean Up"));
  if (!session) return;
  const title = vscode.l10n.t("Cleaning up");
  const plan = await withCancel(title, (call) =>
    session.engine.prune({ dryRun: true }, call),
  );
  // Includes existing garbage.
  const toFree = plan.freedBytes;
  if (plan.removed.length === 0 && toFree === 0) {
    void inform(vscode.l10n.t("There is nothing to clean up."));
    return;
  }
  const go = vscode.l10n.t("Clean Up");
  const show = vscode.l10n.t("Show Storage");
  const listed = plan.removed
    .slice(0, 8)
    .map(
      ({ number, kind, name }) =>
        `  #${number} ${name ?? kindTitle(kind, voice)}`,
    );
  const more = plan.removed.length - listed.length;
  if (more > 0) listed.push("  " + vscode.l10n.t("and {0} more", more));
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "Clean up the history of {0}? About {1} will be freed.",
      session.folder.name,
      sizeText(toFree, voice),
    ),
    {
      modal: true,
      detail: [
        plan.removed.length === 0
          ? vscode.l10n.t("No checkpoints will be removed.")
          : vscode.l10n.t(
              "Your retention settings will remove {0}:",
              checkpointsText(plan.removed.length, voice),
            ) +
            "\n" +
            listed.join("\n"),
        vscode.l10n.t(
          "Checkpoints you created, features and pinned ones are kept. Your files are not touched.",
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
      sizeText(freed.sizeBytes, voice),
    ),
  );
};

function folderFor(
  { folders }: CommandContext,
  title: string,
): Promise<FolderSession | undefined> {
  return pickFolder(recordedSessions(folders), title);
}
