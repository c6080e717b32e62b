import * as vscode from "vscode";

/** Tooltips draw icons but follow no links: their texts come from outside. */
export function safeMarkdown(text: string): vscode.MarkdownString {
  const value = new vscode.MarkdownString(text, true);
  value.isTrusted = false;
  value.supportHtml = false;
  return value;
}
