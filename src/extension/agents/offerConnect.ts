import path from "node:path";
import * as vscode from "vscode";
import { homeDir } from "../../base/homeDir";
import { log } from "../log";
import { isOfferDue } from "./isOfferDue";

const OFFERED = "checkpoint.offeredCopilot";

/**
 * Offers, once, to connect VS Code's own agents. Most of their sessions run outside the
 * extension host, also in worktrees that no window has open, where only hooks report them:
 * https://code.visualstudio.com/docs/agents/run/agent-harnesses.
 */
export function offerConnect({ globalState }: vscode.ExtensionContext): void {
  offer(globalState).catch((error: unknown) =>
    log.error("Connecting Copilot could not be offered", error),
  );
}

async function offer(state: vscode.Memento): Promise<void> {
  const home = process.env["COPILOT_HOME"] || path.join(homeDir(), ".copilot");
  const chat = vscode.extensions.getExtension("GitHub.copilot-chat");
  const isDue = isOfferDue({
    hasChat: chat !== undefined,
    hasSessions: await exists(path.join(home, "session-state")),
    isConnected: await exists(path.join(home, "hooks", "checkpoint.json")),
    wasOffered: state.get(OFFERED) === true,
  });
  if (!isDue) return;
  await state.update(OFFERED, true);
  const connect = vscode.l10n.t("Connect...");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Copilot's agent sessions run outside this window, sometimes in worktrees. Connect them, so that Checkpoint records which changes are theirs?",
    ),
    connect,
    vscode.l10n.t("Not Now"),
  );
  if (answer === connect)
    await vscode.commands.executeCommand("checkpoint.connectAgent", "copilot");
}

async function exists(file: string): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(vscode.Uri.file(file));
    return true;
  } catch {
    return false;
  }
}
