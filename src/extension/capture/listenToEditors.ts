import * as vscode from "vscode";

/** A folder that wants to hear what the editor does to its files. */
export interface EditorListener {
  pathOf(uri: vscode.Uri): string | undefined;
  /** About to be written by the editor. */
  willSave(path: string): void;
  /** Saved, created, renamed or deleted by the editor. */
  byEditor(path: string): void;
  /** The text of an editor changed, or it was closed. */
  textTouched(path: string): void;
}

/**
 * Hears the editor's events once for the whole window and passes each to the
 * folders it belongs to. Runs at every key stroke, so it only takes notes.
 */
export function listenToEditors(
  listeners: () => Iterable<EditorListener>,
): vscode.Disposable {
  const tell = (
    uri: vscode.Uri,
    what: "willSave" | "byEditor" | "textTouched",
  ): void => {
    if (uri.scheme !== "file") return;
    for (const listener of listeners()) {
      const path = listener.pathOf(uri);
      if (path !== undefined) listener[what](path);
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
