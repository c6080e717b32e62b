import * as vscode from "vscode";

/**
 * Returns markdown for tooltips: icons are drawn, but links are not trusted, because the text comes
 * from outside.
 */
export function safeMarkdown(text: string): vscode.MarkdownString {
  const value = new vscode.MarkdownString(text, true);
  value.isTrusted = false;
  value.supportHtml = false;
  return value;
}
