import * as vscode from "vscode";
import type { Command } from "../commands/commandContext";
import { putBack, type LineChange, type LineReplacement } from "./hunk";
import { isUri } from "../commands/targets";

/**
 * Puts one change of the gutter back to the baseline, as an edit that is not
 * saved: the gutter shows what it was, and the editor's own undo brings it back.
 */
export const restoreHunk: Command = async (
  { documents },
  uri,
  changes,
  index,
) => {
  if (!isUri(uri) || !Array.isArray(changes) || typeof index !== "number")
    return;
  const change = changes[index] as LineChange | undefined;
  const original = documents.baselines.originalOf(uri);
  if (!change || !original) return;
  const [document, then] = await Promise.all([
    vscode.workspace.openTextDocument(uri),
    vscode.workspace.openTextDocument(original),
  ]);
  const lines = then.getText().split(/\r\n|\r|\n/);
  const edit = new vscode.WorkspaceEdit();
  replaceLines(edit, document, putBack(lines, change));
  await vscode.workspace.applyEdit(edit);
};

/** Replaces whole lines; at the end of the file, including the line break before them. */
function replaceLines(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  { from, to, lines }: LineReplacement,
): void {
  const eol = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const text = lines.map((line) => line + eol).join("");
  if (to < document.lineCount) {
    edit.replace(document.uri, new vscode.Range(from, 0, to, 0), text);
    return;
  }
  const end = document.lineAt(document.lineCount - 1).range.end;
  const start =
    from === 0
      ? new vscode.Position(0, 0)
      : document.lineAt(Math.min(from, document.lineCount) - 1).range.end;
  const tail = lines.join(eol);
  edit.replace(
    document.uri,
    new vscode.Range(start, end),
    from === 0 || lines.length === 0 ? tail : eol + tail,
  );
}
