import * as vscode from "vscode";
import { foldersWith, type EditedFolder } from "./editedFolders";
import { SaveWatch } from "./saveWatch";

/**
 * Tells recorders what formatters changed while a file was saved. VS Code does not say who changes
 * a document, so this compares the text before a save with the text after it. Whether extensions
 * see the text before VS Code's own formatters is decided when the window opens, by which of both
 * registers first; if they see it later, only the edits of other extensions are found.
 */
export function watchFormatters(
  folders: () => Iterable<EditedFolder>,
): vscode.Disposable {
  const saving = new Map<vscode.TextDocument, SaveWatch>();
  const { window, workspace } = vscode;
  return vscode.Disposable.from(
    workspace.onWillSaveTextDocument(({ document }) => {
      saving.delete(document);
      const { uri, version } = document;
      if (uri.scheme !== "file" || foldersWith(folders(), uri).length === 0)
        return;
      const watch = new SaveWatch(document.getText(), version, Date.now());
      saving.set(document, watch);
    }),
    workspace.onDidChangeTextDocument(
      ({ document, contentChanges, reason }) => {
        const watch = saving.get(document);
        if (!watch) return;
        const { isDirty, version } = document;
        watch.changed({
          ...{ edits: contentChanges, isDirty, version },
          isUndo: reason !== undefined,
          cursors: cursorsIn(document),
        });
      },
    ),
    window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
      if (kind === Keyboard || kind === Mouse)
        saving.get(textEditor.document)?.touched();
    }),
    workspace.onDidSaveTextDocument((document) => {
      const { uri, version } = document;
      const watch = saving.get(document);
      saving.delete(document);
      const text = () => document.getText();
      const formatted = watch?.saved(version, text, Date.now());
      if (formatted)
        for (const [recorder, path] of foldersWith(folders(), uri))
          recorder.formatted({ path, ...formatted });
    }),
    workspace.onDidCloseTextDocument((document) => saving.delete(document)),
  );
}

function cursorsIn(document: vscode.TextDocument): vscode.Position[] {
  return vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .flatMap(({ selections }) => selections.map(({ active }) => active));
}
