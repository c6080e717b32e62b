import * as vscode from "vscode";
import { log } from "../log";

/** What happened to a document that should be reverted. */
export type Reverted =
  | "done"
  /** Done, and what another program wrote to the file meanwhile was put back. */
  | "put-back"
  /** Its text changed meanwhile, so it is kept, or it has no regular file. */
  | "refused";

/**
 * Makes a document read its file again and drop its unsaved text, without showing
 * it. VS Code's own revert command works on the active editor only, and moving the
 * focus there sends what a person types meanwhile to the wrong file. Creating a
 * file over an existing one also reverts the document open on it, so the file is
 * created with the bytes that it has.
 *
 * Another program may write the file in the milliseconds before that. The file is
 * therefore read once more when VS Code says that it is about to create it, and what
 * was written until then is put back.
 */
export async function revertDocument(
  document: vscode.TextDocument,
): Promise<Reverted> {
  const { uri } = document;
  const bytes = await readOrdinaryFile(uri);
  if (!bytes) return "refused";
  const edit = new vscode.WorkspaceEdit();
  // Changes nothing, but carries the document's version: when something was typed
  // meanwhile, VS Code refuses the whole edit.
  edit.insert(uri, new vscode.Position(0, 0), "");
  edit.createFile(uri, { overwrite: true, contents: bytes });
  // Always fails: a file has nothing below it. An edit that succeeds gets a place in
  // the editor's undo stack, and undoing this one would delete the file.
  edit.deleteFile(vscode.Uri.joinPath(uri, "nothing"));
  const written = await whileWatched(uri, () =>
    vscode.workspace.applyEdit(edit),
  );
  const isReplaced = written !== undefined && !isSame(written, bytes);
  const isBack = isReplaced && (await putBack(uri, written, bytes));
  if (document.isDirty) return "refused";
  return isBack ? "put-back" : "done";
}

/** Runs an edit that creates a file; returns the file as it was just before. */
async function whileWatched(
  uri: vscode.Uri,
  work: () => Thenable<unknown>,
): Promise<Uint8Array | undefined> {
  let latest: Uint8Array | undefined;
  const listening = vscode.workspace.onWillCreateFiles((event) => {
    if (!event.files.some((file) => file.toString() === uri.toString())) return;
    const look = async () => {
      latest = await readOrdinaryFile(uri);
    };
    event.waitUntil(look());
  });
  try {
    await work();
    return latest;
  } finally {
    listening.dispose();
  }
}

/** Writes what another program had written, unless somebody wrote since then. */
async function putBack(
  uri: vscode.Uri,
  written: Uint8Array,
  replacedBy: Uint8Array,
): Promise<boolean> {
  const now = await readOrdinaryFile(uri);
  if (!now || !isSame(now, replacedBy)) return false;
  await vscode.workspace.fs.writeFile(uri, written);
  log.warn("Put back what was written while an editor was reverted", {
    path: uri.fsPath,
  });
  return true;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** Not through a link: what it points to may lie outside the folder. */
async function readOrdinaryFile(
  uri: vscode.Uri,
): Promise<Uint8Array | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File) return undefined;
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined; // Gone or unreadable: there is nothing to show.
  }
}
