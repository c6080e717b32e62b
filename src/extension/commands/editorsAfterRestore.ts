import * as vscode from "vscode";
import type { RestorePlan, UnsavedText } from "../../engine/model/restorePlan";
import { fileUri } from "../documents/checkpointUri";
import type { FolderSession } from "../folders";
import { log } from "../log";
import { warn } from "../notify";

const REVERT = "workbench.action.files.revert";
const REVERT_AND_CLOSE = "workbench.action.revertAndCloseActiveEditor";

type Restored = Pick<RestorePlan, "writes" | "deletes" | "unsaved">;

/**
 * Makes the editors show what was restored. Clean ones reload by themselves;
 * one with unsaved text is reverted to the file, and unsaved texts of the target
 * come back as unsaved texts. `held` is what the guard holds: an editor with any
 * other text, typed meanwhile or not to be recorded, is left as it is, and the
 * person is told.
 */
export async function showRestored(
  session: FolderSession,
  plan: Restored,
  held: readonly UnsavedText[],
): Promise<void> {
  const active = vscode.window.activeTextEditor;
  const dirty = new Map(
    vscode.workspace.textDocuments
      .filter((document) => document.isDirty && !document.isUntitled)
      .map((document) => [document.uri.toString(), document]),
  );
  // Before anything moves: a text that is brought back makes its tab one of these.
  const others = dirtyOthers();
  const heldTexts = new Map(held.map(({ path, text }) => [path, text]));
  const left = new Set<string>();
  let moved = plan.unsaved.some(({ hash }) => hash !== null);
  const revertIfHeld = async (path: string, command: string): Promise<void> => {
    const document = dirty.get(fileUri(session, path).toString());
    if (!document?.isDirty) return;
    moved = true;
    const isHeld = () => document.getText() === heldTexts.get(path);
    if (!(await attempt(() => revert(document, command, isHeld))))
      left.add(path);
  };
  for (const { path } of [...plan.writes, ...plan.unsaved])
    await revertIfHeld(path, REVERT);
  for (const { path } of plan.deletes)
    await revertIfHeld(path, REVERT_AND_CLOSE);
  for (const { path, hash } of plan.unsaved)
    if (hash !== null && !left.has(path))
      await attempt(() => bringBack(session, path, hash));
  for (const { path } of [...plan.writes, ...plan.deletes]) {
    const uri = fileUri(session, path).toString();
    if (others.has(uri) && !dirty.has(uri)) left.add(path);
  }
  if (moved && active && !active.document.isClosed)
    await attempt(() => focus(active.document, active.viewColumn));
  if (left.size > 0) tellLeft([...left]);
}

/** What notebooks and editors of other kinds hold unsaved: no document of text tells. */
function dirtyOthers(): Set<string> {
  const uris = new Set<string>();
  for (const { tabs } of vscode.window.tabGroups.all)
    for (const { input, isDirty } of tabs)
      if (
        isDirty &&
        (input instanceof vscode.TabInputNotebook ||
          input instanceof vscode.TabInputCustom)
      )
        uris.add(input.uri.toString());
  return uris;
}

/**
 * There is no call to revert a document, only a command for the editor that is
 * active: it must be the one that is meant, and hold nothing that nobody has.
 */
async function revert(
  document: vscode.TextDocument,
  command: string,
  mayGo: () => boolean,
): Promise<void> {
  await focus(document, columnOf(document));
  if (vscode.window.activeTextEditor?.document !== document)
    throw new Error(`another editor is active, not ${document.fileName}`);
  if (!mayGo())
    throw new Error(`nobody has the unsaved text of ${document.fileName}`);
  await vscode.commands.executeCommand(command);
}

function tellLeft(paths: readonly string[]): void {
  void warn(
    paths.length === 1
      ? vscode.l10n.t(
          "{0} is restored on disk, but its editor keeps your unsaved text. Revert the file to see what was restored.",
          paths[0] ?? "",
        )
      : vscode.l10n.t(
          "{0} files are restored on disk, but their editors keep your unsaved text. Revert a file to see what was restored. The first is {1}.",
          paths.length,
          paths[0] ?? "",
        ),
  );
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
    await revert(document, REVERT, () => !document.isDirty);
  if (document.getText() === text) return;
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.set(document.uri, [
    vscode.TextEdit.replace(
      new vscode.Range(new vscode.Position(0, 0), end),
      text,
    ),
    ...lineEnds(text),
  ]);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, {
    preview: false,
    preserveFocus: true,
    ...viewColumn(columnOf(document)),
  });
}

/** A text that is put into a document gets its line ends: they are set apart. */
function lineEnds(text: string): vscode.TextEdit[] {
  const [end] = /\r?\n/.exec(text) ?? [];
  if (end === undefined) return [];
  const { CRLF, LF } = vscode.EndOfLine;
  return [vscode.TextEdit.setEndOfLine(end === "\n" ? LF : CRLF)];
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
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.error("An editor could not be brought up to date", error);
    return false;
  }
}
