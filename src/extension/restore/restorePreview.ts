import * as vscode from "vscode";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { contentUri, fileUri } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { openMultiDiff, type DiffedFile } from "../compare/openMultiDiff";

/** Returns the files of a plan, as they are now and as they will be. */
export function previewFiles(
  session: FolderSession,
  plan: Pick<RestorePlan, "writes" | "deletes" | "unsaved">,
): DiffedFile[] {
  const writes = plan.writes.map(({ path, before, after }): DiffedFile => [
    fileUri(session, path),
    before ? contentUri(session, path, before.hash) : undefined,
    contentUri(session, path, after.hash),
  ]);
  const deletes = plan.deletes.map(({ path, before }): DiffedFile => [
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
  files: readonly DiffedFile[],
): Promise<Preview> {
  if (files.length === 0) return { isTab: () => false, dispose: () => {} };
  const label = await openMultiDiff(title, files);
  // The editor adds the number of files to the title it was given.
  const isTab = (tab: vscode.Tab) => tab.label.startsWith(label);
  const dispose = (): void => {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => isTab(tab) && !tab.isDirty);
    // If the preview has the focus, it moves to the editor behind it. VS Code does not take it
    // from anywhere else.
    void vscode.window.tabGroups.close(tabs);
  };
  return { isTab, dispose };
}
