import path from "node:path";
import * as vscode from "vscode";
import { ownDataDir } from "../../agents/ownDataDir";
import type { Folders } from "../folders";
import { log } from "../log";
import { registerMcpServers } from "./mcpServers";
import { registerParticipant } from "./participant";
import { registerTools } from "./languageModelTools";
import { renewLauncher } from "./renewLauncher";
import { runCommand } from "../commands/runCommand";

/**
 * What the editor's own agents get: the MCP server, the language model tools,
 * the `@checkpoint` participant; and the command that connects agents outside.
 * Each part is left out in editors that do not know it.
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
    vscode.commands.registerCommand("checkpoint.connectAgent", () =>
      runCommand(async () => {
        const { connectAgent } = await import("./connectAgent");
        await connectAgent(folders, program);
      }),
    ),
  );
  // The agents' hooks go through a launcher that must find this version.
  renewLauncher(ownDataDir(), program).catch((error: unknown) =>
    log.error("The agents' launcher could not be renewed", error),
  );
}
