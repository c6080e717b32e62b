import * as vscode from "vscode";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { contentUri, fileUri } from "../documents/checkpointUri";
import type { FolderSession } from "../folders";

/** The multi-diff editor reads every file: past this it would only stall. */
const MAX_SHOWN = 300;

/** A file of a preview: what is there now, what will be; either may be missing. */
export type PreviewFile = [
  label: vscode.Uri,
  now: vscode.Uri | undefined,
  then: vscode.Uri | undefined,
];

export function previewFiles(
  session: FolderSession,
  plan: Pick<RestorePlan, "writes" | "deletes" | "unsaved">,
): PreviewFile[] {
  const writes = plan.writes.map(({ path, before, after }): PreviewFile => [
    fileUri(session, path),
    before ? contentUri(session, path, before.hash) : undefined,
    contentUri(session, path, after.hash),
  ]);
  const deletes = plan.deletes.map(({ path, before }): PreviewFile => [
    fileUri(session, path),
    contentUri(session, path, before.hash),
    undefined,
  ]);
  return [...writes, ...deletes].sort(([a], [b]) => (a.path < b.path ? -1 : 1));
}

/** The tab that shows what will change; disposing closes it. */
export interface Preview extends vscode.Disposable {
  isTab(tab: vscode.Tab): boolean;
}

/** Opens the changes side by side. */
export async function openPreview(
  title: string,
  files: readonly PreviewFile[],
): Promise<Preview> {
  if (files.length === 0) return { isTab: () => false, dispose: () => {} };
  const label =
    files.length > MAX_SHOWN
      ? vscode.l10n.t("{0} (first {1} of {2})", title, MAX_SHOWN, files.length)
      : title;
  await vscode.commands.executeCommand(
    "vscode.changes",
    label,
    files.slice(0, MAX_SHOWN),
  );
  // The editor adds the number of files to the title it was given.
  const isTab = (tab: vscode.Tab) => tab.label.startsWith(label);
  const dispose = (): void => {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => isTab(tab) && !tab.isDirty);
    void vscode.window.tabGroups.close(tabs, true);
  };
  return { isTab, dispose };
}
