import assert from "node:assert/strict";
import * as vscode from "vscode";
import { api, reading, until, uriOf, write } from "./support";

// What VS Code tells extensions of a save, and what is made of it.
describe("lines that change while a file is saved", () => {
  const listening: vscode.Disposable[] = [];
  before(async () => {
    await (await api()).initialize();
  });
  afterEach(async () => {
    for (const each of listening.splice(0)) each.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  async function open(file: string, text: string) {
    await write(file, text);
    await until("it is recorded", async () => (await linesOf(file)).length > 0);
    const document = await vscode.workspace.openTextDocument(uriOf(file));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) =>
      edit.insert(new vscode.Position(0, 0), "mine=1\n"),
    );
    return document;
  }

  /** Empty while the file is not recorded. */
  function linesOf(file: string) {
    return reading((engine) => {
      try {
        return engine.blame(file).lines;
      } catch {
        return [];
      }
    });
  }

  /** Saves; returns the author of each line. */
  async function saved(document: vscode.TextDocument, file: string) {
    assert(await document.save());
    const text = document.getText();
    const lines = await until("the save is recorded", async () => {
      const now = await linesOf(file);
      const isSaved = now.map((line) => `${line.text}\n`).join("") === text;
      return isSaved && !now.some(({ unsaved }) => unsaved) ? now : null;
    });
    return lines.map((line) => `${line.source}: ${line.text}`);
  }

  /** What another extension does when a file is saved. */
  function onSave(
    file: string,
    edits: (document: vscode.TextDocument) => Promise<vscode.TextEdit[]>,
  ): void {
    listening.push(
      vscode.workspace.onWillSaveTextDocument((event) => {
        if (event.document.uri.fsPath === uriOf(file).fsPath)
          event.waitUntil(edits(event.document));
      }),
    );
  }

  it("are a formatter's if an extension changes them", async () => {
    const document = await open("format-1.txt", "one\n");
    onSave("format-1.txt", async () => [
      vscode.TextEdit.insert(new vscode.Position(0, 0), "// header\n"),
    ]);
    assert.deepEqual(await saved(document, "format-1.txt"), [
      ...["formatter: // header", "editor: mine=1", "outside: one"],
    ]);
  });

  it("are the person's if the person may have changed them meanwhile", async () => {
    const document = await open("format-2.txt", "one\n");
    onSave("format-2.txt", async () => {
      await vscode.commands.executeCommand("type", { text: "typed " });
      return [];
    });
    assert.deepEqual(await saved(document, "format-2.txt"), [
      ...["editor: mine=1", "editor: typed one"],
    ]);
  });

  it("are those of VS Code's own formatting if extensions see the text before it", async () => {
    const config = vscode.workspace.getConfiguration("editor");
    const { Global } = vscode.ConfigurationTarget;
    listening.push(
      vscode.languages.registerDocumentFormattingEditProvider(
        { pattern: "**/format-3.txt" },
        {
          provideDocumentFormattingEdits: (document) =>
            document.lineAt(0).text === "mine=1"
              ? [vscode.TextEdit.insert(new vscode.Position(0, 4), " ")]
              : [],
        },
      ),
    );
    await config.update("formatOnSave", true, Global);
    try {
      const document = await open("format-3.txt", "one\n");
      let isBefore = false;
      onSave("format-3.txt", async (one) => {
        isBefore = one.getText().startsWith("mine=1");
        return [];
      });
      const [first, last] = await saved(document, "format-3.txt");
      assert.equal(first, isBefore ? "formatter: mine =1" : "editor: mine =1");
      assert.equal(last, "outside: one");
    } finally {
      await config.update("formatOnSave", undefined, Global);
    }
  });
});
