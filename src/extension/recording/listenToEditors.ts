import * as vscode from "vscode";
import { editedPath } from "../session/editedPath";
import type { Recorder } from "./recorder";

/** A folder whose files the editor may change. */
export interface EditedFolder {
  pathOf(uri: vscode.Uri): string | undefined;
  /** Undefined while nothing is recorded. */
  readonly recorder:
    Pick<Recorder, "willSave" | "byEditor" | "textTouched"> | undefined;
}

/**
 * Listens to the editor's events once for the whole window and passes each to the recorders of its
 * folders. It runs on every keystroke, so it only takes notes.
 */
export function listenToEditors(
  folders: () => Iterable<EditedFolder>,
): vscode.Disposable {
  const tell = (
    uri: vscode.Uri,
    what: "willSave" | "byEditor" | "textTouched",
  ): void => {
    if (uri.scheme !== "file" && uri.scheme !== "untitled") return;
    for (const folder of folders()) {
      const path = editedPath(folder, uri);
      if (path !== undefined) folder.recorder?.[what](path);
    }
  };
  const { workspace } = vscode;
  return vscode.Disposable.from(
    workspace.onWillSaveTextDocument(({ document }) =>
      tell(document.uri, "willSave"),
    ),
    workspace.onWillSaveNotebookDocument(({ notebook }) =>
      tell(notebook.uri, "willSave"),
    ),
    workspace.onDidSaveTextDocument(({ uri }) => tell(uri, "byEditor")),
    workspace.onDidSaveNotebookDocument(({ uri }) => tell(uri, "byEditor")),
    workspace.onDidChangeTextDocument(({ document }) =>
      tell(document.uri, "textTouched"),
    ),
    workspace.onDidCloseTextDocument(({ uri }) => tell(uri, "textTouched")),
    workspace.onDidCreateFiles(({ files }) => {
      for (const uri of files) tell(uri, "byEditor");
    }),
    workspace.onDidDeleteFiles(({ files }) => {
      for (const uri of files) tell(uri, "byEditor");
    }),
    workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        tell(oldUri, "byEditor");
        tell(newUri, "byEditor");
      }
    }),
  );
}
