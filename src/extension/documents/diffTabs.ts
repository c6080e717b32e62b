import * as vscode from "vscode";
import type { Address } from "./address";
import { SCHEME, fromUri } from "./checkpointUri";

/**
 * Returns what the active tab shows of a checkpoint: one of our documents, or the side of a
 * comparison that can be restored.
 */
export function shownInActiveTab(): Address | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (
    input instanceof vscode.TabInputTextDiff ||
    input instanceof vscode.TabInputNotebookDiff
  )
    return restorable(input.modified) ?? restorable(input.original);
  if (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
  )
    return restorable(input.uri);
  return undefined;
}

function restorable(uri: vscode.Uri): Address | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const address = fromUri(uri);
  return address?.show === "point" ? address : undefined;
}

/** Updates the context key for the restore button in the editor's title. */
export function followActiveTab(): vscode.Disposable {
  const tell = (): void =>
    void vscode.commands.executeCommand(
      "setContext",
      "checkpoint.activeEditorIsRestorable",
      shownInActiveTab() !== undefined,
    );
  tell();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(tell),
    vscode.window.tabGroups.onDidChangeTabGroups(tell),
  );
}
