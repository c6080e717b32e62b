import * as vscode from "vscode";
import { foldersWith, type EditedFolder } from "./editedFolders";
import { withPatience } from "./withPatience";

/** An event before the editor writes, which it delays until the promise resolves. */
interface Will {
  waitUntil(done: Promise<void>): void;
}

/** The longest that a save waits until other processes know of it. */
const PATIENCE_MS = 200;

/**
 * Listens to the editor's events once for the whole window and passes each to the recorders of its
 * folders. It runs on every keystroke, so it only takes notes.
 */
export function listenToEditors(
  folders: () => Iterable<EditedFolder>,
): vscode.Disposable {
  const tell = (uri: vscode.Uri, what: "byEditor" | "textTouched"): void => {
    for (const [recorder, path] of foldersWith(folders(), uri))
      recorder[what](path);
  };
  const announce = (
    event: Will,
    uris: readonly vscode.Uri[],
    what: "willSave" | "willWrite",
  ): void => {
    const announced = uris.flatMap((uri) =>
      foldersWith(folders(), uri).map(([recorder, path]) =>
        recorder[what](path),
      ),
    );
    if (announced.length > 0)
      event.waitUntil(withPatience(Promise.all(announced), PATIENCE_MS));
  };
  const { workspace } = vscode;
  return vscode.Disposable.from(
    workspace.onWillSaveTextDocument((event) =>
      announce(event, [event.document.uri], "willSave"),
    ),
    workspace.onWillSaveNotebookDocument((event) =>
      announce(event, [event.notebook.uri], "willSave"),
    ),
    workspace.onWillCreateFiles((event) =>
      announce(event, event.files, "willWrite"),
    ),
    workspace.onWillDeleteFiles((event) =>
      announce(event, event.files, "willWrite"),
    ),
    workspace.onWillRenameFiles((event) => {
      const both = event.files.flatMap(({ oldUri, newUri }) => [
        oldUri,
        newUri,
      ]);
      announce(event, both, "willWrite");
    }),
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
