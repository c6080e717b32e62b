import * as vscode from "vscode";

/** The editor loads every file; with more than this it would stall. */
const MAX_SHOWN = 300;

/** A file of the multi-diff editor: its name and its sides, each of which may be missing. */
export type DiffedFile = [
  label: vscode.Uri,
  left: vscode.Uri | undefined,
  right: vscode.Uri | undefined,
];

/** Opens files side by side, up to the limit; returns the title used. */
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
