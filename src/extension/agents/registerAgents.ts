import path from "node:path";
import * as vscode from "vscode";
import { ownDataDir } from "../../agents/ownDataDir";
import type { Folders } from "../session/folders";
import { log } from "../log";
import { registerMcpServers } from "./mcpServers";
import { registerParticipant } from "./participant";
import { registerTools } from "./languageModelTools";
import { offerConnect } from "./offerConnect";
import { renewLauncher } from "../launchers";
import { runCommand } from "../commands/runCommand";

/**
 * Registers everything for agents in the editor: the MCP server, the language model tools and the
 * `@checkpoint` participant, plus the command that connects agents outside it. Parts that this
 * editor does not support are left out.
 */
export function registerAgents(
  context: vscode.ExtensionContext,
  folders: Folders,
): void {
  const dist = path.join(context.extensionUri.fsPath, "dist");
  const program = {
    execPath: process.execPath,
    script: path.join(dist, "cli.js"),
  };
  context.subscriptions.push(
    registerMcpServers(context, folders),
    registerTools(folders),
    registerParticipant(folders),
    vscode.commands.registerCommand(
      "checkpoint.connectAgent",
      (agent?: unknown) =>
        runCommand(async () => {
          const { connectAgent } = await import("./connectAgent");
          await connectAgent(folders, program, agent);
        }),
    ),
  );
  offerConnect(context);
  // Agents' hooks start through a launcher, which must point to this version.
  renewLauncher(ownDataDir(), program).catch((error: unknown) =>
    log.error("The agents' launcher could not be renewed", error),
  );
}
