import assert from "node:assert/strict";
import * as vscode from "vscode";
import { showRestored } from "../../../src/extension/commands/editorsAfterRestore";
import type { FolderSession } from "../../../src/extension/folders";
import { root, type, until, uriOf, write } from "../host/support";
import { withTabs } from "../host/tabs";

describe("editors with unsaved text after a restore", () => {
  const window = vscode.window as unknown as Window;
  const { showTextDocument, showWarningMessage } = window;
  let told: string[];
  let turn = 0;
  let file: string;
  let otherFile: string;
  let document: vscode.TextDocument;

  beforeEach(async () => {
    told = [];
    window.showWarningMessage = async (message) => void told.push(message);
    // New names: an editor may still show what had the old ones.
    file = `restored-${++turn}.txt`;
    otherFile = `other-${turn}.txt`;
    await write(file, "old\n");
    await write(otherFile, "other\n");
    document = await type(file, "typed ");
    // As a restore does, under an editor that is not saved.
    await write(file, "new\n");
  });
  afterEach(async () => {
    window.showTextDocument = showTextDocument;
    window.showWarningMessage = showWarningMessage;
    for (const each of [file, otherFile]) {
      await vscode.window.showTextDocument(uriOf(each));
      await vscode.commands.executeCommand(
        "workbench.action.revertAndCloseActiveEditor",
      );
    }
  });

  const restored = (
    text: string | null,
    verb: "writes" | "deletes",
    unsaved: string | null = null,
  ) => {
    const folder = vscode.workspace.getWorkspaceFolder(uriOf(file));
    assert.equal(folder?.uri.fsPath, root());
    const state = { hash: "", mode: 0o644, sizeBytes: 4 };
    const write = { path: file, action: "replace" as const, before: state };
    const engine = { readContent: async () => Buffer.from(unsaved ?? "") };
    return showRestored(
      { folder, engine } as unknown as FolderSession,
      {
        writes: verb === "writes" ? [{ ...write, after: state }] : [],
        deletes: verb === "deletes" ? [{ path: file, before: state }] : [],
        unsaved: unsaved === null ? [] : [{ path: file, hash: "" }],
      },
      text === null ? [] : [{ path: file, text }],
    );
  };

  it("show the file when the guard holds the text", async () => {
    await restored("typed old\n", "writes");
    assert.equal(document.isDirty, false);
    await until("it is read anew", () => document.getText() === "new\n");
    assert.deepEqual(told, []);
  });

  for (const [why, text] of [
    ["was not to be recorded", null],
    ["was typed while the files were restored", "typ old\n"],
  ] as const)
    for (const verb of ["writes", "deletes"] as const)
      it(`keep a text that ${why} (${verb})`, async () => {
        await restored(text, verb);
        assert.equal(document.isDirty, true);
        assert.equal(document.getText(), "typed old\n");
        assert.match(
          told.join("\n"),
          /^restored-\d\.txt .* keeps your unsaved/,
        );
      });

  it("have the line ends that the unsaved text had", async () => {
    for (const text of ["new\r\n", "typed\r\nlines\r\n", "lines\n"]) {
      await restored(document.getText(), "writes", text);
      assert.equal(document.getText(), text);
      assert.equal(document.isDirty, true);
    }
  });

  for (const verb of ["writes", "deletes"] as const)
    it(`are told of when they are not of text (${verb})`, async () => {
      // Only what is of no text is asked of the tabs.
      await vscode.commands.executeCommand("workbench.action.files.revert");
      const uri = uriOf(file);
      const inputs = [
        new vscode.TabInputNotebook(uri, "jupyter-notebook"),
        new vscode.TabInputCustom(uri, "hex"),
      ];
      for (const input of inputs)
        for (const isDirty of [true, false]) {
          told = [];
          const other = new vscode.TabInputCustom(uriOf(otherFile), "hex");
          const tabs = [
            { input, isDirty },
            { input: other, isDirty: true },
          ];
          await withTabs(tabs, () => restored(null, verb));
          assert.equal(told.length, isDirty ? 1 : 0);
          if (isDirty)
            assert.match(told[0] ?? "", /^restored-.* keeps your unsaved/);
        }
    });

  it("never lose the text of another one that became active", async () => {
    const other = await type(otherFile, "precious ");
    window.showTextDocument = async (...args) => {
      const shown = await showTextDocument(...args);
      if (args[0] === document) await showTextDocument(other);
      return shown;
    };
    await restored("typed old\n", "writes");
    assert.equal(other.isDirty, true);
    assert.equal(other.getText(), "precious other\n");
    assert.equal(document.getText(), "typed old\n");
    assert.equal(told.length, 1);
  });
});

interface Window {
  showTextDocument: (
    document: vscode.TextDocument,
    options?: vscode.TextDocumentShowOptions,
  ) => Promise<vscode.TextEditor>;
  showWarningMessage: (message: string) => Promise<void>;
}
