import * as vscode from "vscode";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { fileUri } from "../documents/checkpointUri";
import type { FolderSession } from "../folders";
import { log } from "../log";

/**
 * Makes the editors show what was restored. Clean ones reload by themselves;
 * one with unsaved text is reverted to the file (its text is in the guard), and
 * unsaved texts of the target come back as unsaved texts.
 */
export async function showRestored(
  session: FolderSession,
  plan: Pick<RestorePlan, "writes" | "deletes" | "unsaved">,
): Promise<void> {
  const active = vscode.window.activeTextEditor;
  const dirty = new Map(
    vscode.workspace.textDocuments
      .filter((document) => document.isDirty && !document.isUntitled)
      .map((document) => [document.uri.toString(), document]),
  );
  const documentOf = (path: string): vscode.TextDocument | undefined =>
    dirty.get(fileUri(session, path).toString());
  let moved = plan.unsaved.some(({ hash }) => hash !== null);
  for (const { path } of [...plan.writes, ...plan.unsaved]) {
    const document = documentOf(path);
    if (!document?.isDirty) continue;
    moved = true;
    await attempt(() => revert(document, "workbench.action.files.revert"));
  }
  for (const { path } of plan.deletes) {
    const document = documentOf(path);
    if (!document?.isDirty) continue;
    moved = true;
    await attempt(() =>
      revert(document, "workbench.action.revertAndCloseActiveEditor"),
    );
  }
  for (const { path, hash } of plan.unsaved)
    if (hash !== null) await attempt(() => bringBack(session, path, hash));
  if (moved && active && !active.document.isClosed)
    await attempt(() => focus(active.document, active.viewColumn));
}

// There is no call to revert a document: only the active editor's command.
async function revert(
  document: vscode.TextDocument,
  command: string,
): Promise<void> {
  await focus(document, columnOf(document));
  await vscode.commands.executeCommand(command);
}

async function bringBack(
  session: FolderSession,
  path: string,
  hash: string,
): Promise<void> {
  const text = new TextDecoder().decode(await session.engine.readContent(hash));
  const document = await open(session, path);
  // An editor that has not noticed the new file yet could not save later.
  if (!document.isUntitled)
    await revert(document, "workbench.action.files.revert");
  if (document.getText() === text) return;
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(
    document.uri,
    new vscode.Range(new vscode.Position(0, 0), end),
    text,
  );
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, {
    preview: false,
    preserveFocus: true,
    ...viewColumn(columnOf(document)),
  });
}

/** A text whose file was never saved is opened where its file would be. */
async function open(
  session: FolderSession,
  path: string,
): Promise<vscode.TextDocument> {
  const uri = fileUri(session, path);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return vscode.workspace.openTextDocument(uri.with({ scheme: "untitled" }));
  }
}

async function focus(
  document: vscode.TextDocument,
  column: vscode.ViewColumn | undefined,
): Promise<void> {
  await vscode.window.showTextDocument(document, {
    preview: false,
    preserveFocus: false,
    ...viewColumn(column),
  });
}

function columnOf(
  document: vscode.TextDocument,
): vscode.ViewColumn | undefined {
  return vscode.window.tabGroups.all.find((group) =>
    group.tabs.some(
      ({ input }) =>
        input instanceof vscode.TabInputText &&
        input.uri.toString() === document.uri.toString(),
    ),
  )?.viewColumn;
}

function viewColumn(column: vscode.ViewColumn | undefined): {
  viewColumn?: vscode.ViewColumn;
} {
  return column === undefined ? {} : { viewColumn: column };
}

/** The files are restored already: an editor that resists is worth a log line. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error("An editor could not be brought up to date", error);
  }
}
