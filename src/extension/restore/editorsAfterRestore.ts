import * as vscode from "vscode";
import type { RestorePlan, UnsavedText } from "../../engine/model/restorePlan";
import { fileUri } from "../documents/checkpointUri";
import { revertDocument } from "./revertDocument";
import { editedPath } from "../session/editedPath";
import type { FolderSession } from "../session/folders";
import { log } from "../log";

type Restored = Pick<RestorePlan, "writes" | "deletes" | "unsaved">;

/** What happened to the editors of restored files. */
export interface EditorsOutcome {
  /** The unsaved text each editor now has because of the restore; null if none. */
  texts: ReadonlyMap<string, string | null>;
  /** Paths whose editors keep unsaved text that the guard does not have. */
  kept: readonly string[];
  /** Paths whose unsaved text could not be brought back. */
  missing: readonly string[];
  /** Paths that another program wrote while their editors were reverted. */
  changed: readonly string[];
}

/**
 * Makes the editors show what was restored, without showing or focusing any of
 * them, so that typing is not redirected. Clean editors reload on their own; those
 * with unsaved text are reverted to the file, and unsaved texts of the target come
 * back as unsaved texts. `held` are the texts that the plan saw and the guard has: an
 * editor with any other text (typed since, or not recorded) keeps it.
 */
export async function showRestored(
  session: FolderSession,
  plan: Restored,
  held: readonly UnsavedText[],
): Promise<EditorsOutcome> {
  const open = openDocuments(session);
  const heldTexts = new Map(held.map(({ path, text }) => [path, text]));
  const coming = new Map(plan.unsaved.map(({ path, hash }) => [path, hash]));
  // List these first: bringing back unsaved text makes more tabs dirty.
  const others = dirtyOthers();
  const texts = new Map<string, string | null>();
  const kept: string[] = [];
  const missing: string[] = [];
  const changed: string[] = [];
  const revert = async (document: vscode.TextDocument, path: string) => {
    const reverted = await attempt(() => revertDocument(document));
    if (reverted === "put-back") changed.push(path);
    return reverted === "done" || reverted === "put-back";
  };
  const touched = [...plan.writes, ...plan.deletes, ...plan.unsaved];
  for (const path of new Set(touched.map((each) => each.path))) {
    const document = open.get(path);
    const hash = coming.get(path) ?? null;
    if (document?.isDirty) {
      const isHeld = document.getText() === heldTexts.get(path);
      if (!isHeld || !(await revert(document, path))) {
        kept.push(path);
        continue;
      }
      texts.set(path, null);
    } else if (others.has(fileUri(session, path).toString())) kept.push(path);
    if (hash === null) continue;
    // A document that has not noticed the restored file yet could not be saved later.
    if (document && !texts.has(path)) await revert(document, path);
    const text = await attempt(() => bringBack(session, path, hash));
    if (text === undefined) missing.push(path);
    else texts.set(path, text);
  }
  return { texts, kept, missing, changed };
}

/**
 * Reverts the editors of files that are about to be deleted, while there is still
 * a file to revert to. Returns a function that puts their texts back if the files are
 * kept after all.
 */
export async function clearDeleted(
  session: FolderSession,
  deleted: readonly string[],
  held: readonly UnsavedText[],
): Promise<() => Promise<void>> {
  const open = openDocuments(session);
  const going = new Set(deleted);
  const cleared: [vscode.TextDocument, string][] = [];
  for (const { path, text } of held) {
    const document = open.get(path);
    if (text === null || !going.has(path) || document?.getText() !== text)
      continue;
    const reverted = await attempt(() => revertDocument(document));
    // The restore itself notices what was written meanwhile.
    if (reverted === "done" || reverted === "put-back")
      cleared.push([document, text]);
  }
  return async () => {
    for (const [document, text] of cleared)
      if (!document.isDirty) await attempt(() => setText(document, text));
  };
}

/** The texts that have not changed since a plan was made. */
export function unchangedSince(
  planned: readonly UnsavedText[],
  now: readonly UnsavedText[],
): UnsavedText[] {
  const seen = new Map(planned.map(({ path, text }) => [path, text]));
  return now.filter(({ path, text }) => seen.get(path) === text);
}

/** The open documents by path. If two show one file under different names, a dirty one wins. */
function openDocuments(
  session: FolderSession,
): Map<string, vscode.TextDocument> {
  const open = new Map<string, vscode.TextDocument>();
  for (const document of vscode.workspace.textDocuments) {
    const path = editedPath(session, document.uri);
    if (path !== undefined && !open.get(path)?.isDirty)
      open.set(path, document);
  }
  return open;
}

/** Notebooks and custom editors with unsaved changes: they have no text document. */
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
 * Puts an unsaved text into its editor and returns it; undefined if that is not
 * possible. VS Code opens a document that is not shown in a tab in the background.
 */
async function bringBack(
  session: FolderSession,
  path: string,
  hash: string,
): Promise<string | undefined> {
  const text = new TextDecoder().decode(await session.engine.readContent(hash));
  const document = await open(fileUri(session, path));
  return document && (await setText(document, text)) ? text : undefined;
}

/** Replaces the text of a document, without saving it; false if it changed meanwhile. */
export async function setText(
  document: vscode.TextDocument,
  text: string,
): Promise<boolean> {
  if (document.getText() === text) return true;
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.set(document.uri, [
    vscode.TextEdit.replace(
      new vscode.Range(new vscode.Position(0, 0), end),
      text,
    ),
    ...lineEnds(text),
  ]);
  return vscode.workspace.applyEdit(edit);
}

/** Inserted text takes on the document's line endings, so those are set separately. */
function lineEnds(text: string): vscode.TextEdit[] {
  const [end] = /\r?\n/.exec(text) ?? [];
  if (end === undefined) return [];
  const { CRLF, LF } = vscode.EndOfLine;
  return [vscode.TextEdit.setEndOfLine(end === "\n" ? LF : CRLF)];
}

/** Unsaved text without a file is opened as an untitled document at the file's path. */
async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  let type: vscode.FileType;
  try {
    type = (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return vscode.workspace.openTextDocument(uri.with({ scheme: "untitled" }));
  }
  if (type & vscode.FileType.Directory) return undefined;
  return vscode.workspace.openTextDocument(uri);
}

/** The files are already restored, so a failure in an editor is only logged. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.error("An editor could not be brought up to date", error);
    return undefined;
  }
}
