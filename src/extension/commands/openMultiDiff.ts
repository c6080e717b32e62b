import * as vscode from "vscode";

/** The editor reads every file: past this it would only stall. */
const MAX_SHOWN = 300;

/** A file of the multi-diff editor: its name, and either side or nothing. */
export type DiffedFile = [
  label: vscode.Uri,
  left: vscode.Uri | undefined,
  right: vscode.Uri | undefined,
];

/** Opens files side by side, the first of very many; returns the title it gave. */
export async function openMultiDiff(
  title: string,
  files: readonly DiffedFile[],
): Promise<string> {
  const label =
    files.length > MAX_SHOWN
      ? vscode.l10n.t("{0} (first {1} of {2})", title, MAX_SHOWN, files.length)
      : title;
  await vscode.commands.executeCommand(
    "vscode.changes",
    label,
    files.slice(0, MAX_SHOWN),
  );
  return label;
}
