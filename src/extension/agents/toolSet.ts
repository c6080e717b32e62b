import * as vscode from "vscode";
import { referenceName, TOOL_NAMES } from "../../agents/toolNames";

/**
 * Offers the tools as one tool set for chat. Extensions cannot contribute tool sets, so the user
 * saves it with their own: https://code.visualstudio.com/docs/copilot/chat/chat-agent-mode
 */
export async function offerToolSet(): Promise<void> {
  const set = {
    checkpoint: {
      tools: TOOL_NAMES.map(referenceName),
      description: vscode.l10n.t("Create, compare and restore checkpoints"),
      icon: "history",
    },
  };
  const document = await vscode.workspace.openTextDocument({
    language: "jsonc",
    content: [
      `// ${vscode.l10n.t("Run “Chat: Configure Tool Sets”, choose “Create new tool sets file”, and put this there.")}`,
      `// ${vscode.l10n.t("Then #checkpoint in a prompt gives chat all of Checkpoint's tools.")}`,
      JSON.stringify(set, null, 2),
      "",
    ].join("\n"),
  });
  await vscode.window.showTextDocument(document);
}
