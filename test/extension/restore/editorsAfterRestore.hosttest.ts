import assert from "node:assert/strict";
import fs from "node:fs/promises";
import * as vscode from "vscode";
import {
  clearDeleted,
  showRestored,
} from "../../../src/extension/restore/editorsAfterRestore";
import { restoreFlow } from "../../../src/extension/restore/restoreFlow";
import { relativePath } from "../../../src/extension/session/relativePath";
import type { RestorePlan } from "../../../src/engine/model/restorePlan";
import type { FolderSession } from "../../../src/extension/session/folders";
import { root, type, until, uriOf, write } from "../host/support";
import { withTabs } from "../host/tabs";

const words = {
  ...{ question: "Restore?", button: "Restore", title: "Restore" },
  ...{ done: "Restored", nothing: "Nothing to do." },
};

describe("editors with unsaved text after a restore", () => {
  const window = vscode.window as unknown as Window;
  const { showTextDocument } = window;
  const workspace = vscode.workspace as unknown as Workspace;
  let shown: number;
  let turn = 0;
  let file: string;
  let otherFile: string;
  let document: vscode.TextDocument;

  beforeEach(async () => {
    // New names: an editor may still show what had the old ones.
    file = `restored-${++turn}.txt`;
    otherFile = `other-${turn}.txt`;
    await write(file, "old\n");
    await write(otherFile, "other\n");
    document = await type(file, "typed ");
    // As a restore does, under an editor that is not saved.
    await write(file, "new\n");
    shown = 0;
    window.showTextDocument = (...args) => {
      shown++;
      return showTextDocument(...args);
    };
  });
  afterEach(async () => {
    window.showTextDocument = showTextDocument;
    for (const each of [file, otherFile]) {
      await vscode.window.showTextDocument(uriOf(each));
      await vscode.commands.executeCommand(
        "workbench.action.revertAndCloseActiveEditor",
      );
    }
  });

  const session = (unsaved = "") =>
    ({
      folder: vscode.workspace.getWorkspaceFolder(uriOf(file)),
      engine: { readContent: async () => Buffer.from(unsaved) },
      pathOf: ({ scheme, fsPath }: vscode.Uri) =>
        scheme === "file" ? relativePath(root(), fsPath) : undefined,
    }) as unknown as FolderSession;
  const state = { hash: "", mode: 0o644, sizeBytes: 4 };

  /** Restores with a person who does something while they are asked; returns the messages. */
  const agreeWhile = async (
    plan: object,
    work: () => PromiseLike<unknown>,
  ): Promise<string> => {
    const { showWarningMessage, showInformationMessage } = window;
    const told: string[] = [];
    window.showInformationMessage = async (text) => void told.push(text);
    window.showWarningMessage = async (text, options) => {
      if (!(options as vscode.MessageOptions).modal)
        return void told.push(text);
      await work();
      return "Restore";
    };
    const planned = {
      ...{ id: "plan", verb: "restore", base: 1, target: {}, scope: {} },
      ...{ leftAlone: [], changedByOthers: [], messages: null, ...plan },
    } as unknown as RestorePlan;
    const report = {
      ...{ plan: planned, applied: true, guard: null, moment: 1 },
      ...{ restoreId: "plan", failures: [] },
    };
    const asked = {
      ...session(),
      flush: async () => {},
      whileWriting: <T>(each: () => Promise<T>) => each(),
      unsavedTexts: () =>
        vscode.workspace.textDocuments
          .filter(({ isDirty }) => isDirty)
          .map((each) => ({
            path: session().pathOf(each.uri) ?? "",
            text: each.getText(),
          })),
      engine: {
        applyRestore: async () => report,
        capture: async () => ({ moment: 2 }),
      },
    } as unknown as FolderSession;
    try {
      await restoreFlow([{ session: asked, plan: async () => planned }], words);
      return told.join("\n");
    } finally {
      Object.assign(window, { showWarningMessage, showInformationMessage });
    }
  };

  const restored = async (
    text: string | null,
    verb: "writes" | "deletes",
    unsaved: string | null = null,
  ) => {
    const write = { path: file, action: "replace" as const, before: state };
    return showRestored(
      session(unsaved ?? ""),
      {
        writes: verb === "writes" ? [{ ...write, after: state }] : [],
        deletes: verb === "deletes" ? [{ path: file, before: state }] : [],
        unsaved: unsaved === null ? [] : [{ path: file, hash: "" }],
      },
      text === null ? [] : [{ path: file, text }],
    );
  };

  it("show the file when the guard holds the text, and nothing moves", async () => {
    const other = await type(otherFile, "typing ");
    shown = 0;
    const { kept } = await restored("typed old\n", "writes");
    assert.equal(document.isDirty, false);
    assert.equal(document.getText(), "new\n");
    assert.deepEqual(kept, []);
    assert.equal(shown, 0);
    assert.equal(vscode.window.activeTextEditor?.document, other);
    assert.equal(other.getText(), "typing other\n");
  });

  it("are undone to the typed text, and never to a file that is gone", async () => {
    await restored("typed old\n", "writes");
    await showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "typed old\n");
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "old\n");
    assert.equal(await read(file), "new\n");
  });

  it("write no byte of the file, whatever is done on saving", async () => {
    const formatter = vscode.workspace.onWillSaveTextDocument((event) =>
      event.waitUntil(
        Promise.resolve([
          vscode.TextEdit.insert(new vscode.Position(0, 0), "formatted "),
        ]),
      ),
    );
    try {
      for (const bytes of [
        Buffer.from("\uFEFFmark\r\nand\nends  \r\n"),
        Buffer.from("\uFEFFsixteen\n", "utf16le"),
        Buffer.from([0x66, 0xfc, 0x72, 0x0a]),
        Buffer.from(""),
      ]) {
        await write(file, bytes);
        await restored(document.getText(), "writes");
        assert.equal(document.isDirty, false);
        assert.deepEqual(await fs.readFile(uriOf(file).fsPath), bytes);
        await vscode.workspace.applyEdit(typing(document));
        assert.equal(document.isDirty, true);
      }
    } finally {
      formatter.dispose();
    }
  });

  for (const [why, text] of [
    ["was not to be recorded", null],
    ["was typed while the files were restored", "typ old\n"],
  ] as const)
    for (const verb of ["writes", "deletes"] as const)
      it(`keep a text that ${why} (${verb})`, async () => {
        const { kept, texts } = await restored(text, verb);
        assert.equal(document.isDirty, true);
        assert.equal(document.getText(), "typed old\n");
        assert.deepEqual(kept, [file]);
        assert.deepEqual([...texts], []);
      });

  for (const verb of ["writes", "deletes"] as const)
    it(`keep what was typed after the plan was made, and it is said (${verb})`, async () => {
      const other = await type(otherFile, "typing ");
      const path = file;
      const said = await agreeWhile(
        {
          ...{ writes: [], deletes: [], unsaved: [] },
          [verb]: [
            { path, action: "replace", before: state, after: state },
            { path: otherFile, action: "replace", before: state, after: state },
          ],
        },
        () => vscode.workspace.applyEdit(typing(document)),
      );
      assert.equal(document.getText(), "xtyped old\n");
      assert.equal(document.isDirty, true);
      assert.equal(other.isDirty, false, "as it was agreed to");
      assert.match(
        said,
        new RegExp(`The editor of ${file} keeps your unsaved changes\\.`),
      );
    });

  it("keep what another program writes to the file in that very moment", async () => {
    const { applyEdit } = workspace;
    let written: string | undefined;
    // Between the first look at the file and VS Code's writing it.
    workspace.applyEdit = async (edit) => {
      await write(file, (written = "foreign\n"));
      return applyEdit(edit);
    };
    try {
      const { changed, kept } = await restored("typed old\n", "writes");
      assert.deepEqual({ changed, kept }, { changed: [file], kept: [] });
    } finally {
      workspace.applyEdit = applyEdit;
    }
    assert.equal(await read(file), written);
    await until("the editor shows it", () => document.getText() === written);
    assert.equal(document.isDirty, false);
  });

  it("of a read-only file show it, or are said to keep their text", async () => {
    await fs.chmod(uriOf(file).fsPath, 0o444);
    const { kept } = await restored("typed old\n", "writes");
    assert.deepEqual(kept, document.isDirty ? [file] : []);
    assert.equal(await read(file), "new\n");
    assert.equal((await fs.stat(uriOf(file).fsPath)).mode & 0o777, 0o444);
  });

  it("keep their text when the file is a link: it may lead out of the folder", async () => {
    await fs.rename(uriOf(file).fsPath, uriOf(`${file}.real`).fsPath);
    await fs.symlink(`${file}.real`, uriOf(file).fsPath);
    const { kept } = await restored("typed old\n", "writes");
    assert.deepEqual(kept, [file]);
    assert.equal(document.getText(), "typed old\n");
  });

  it("keep the text of a file that was never saved, and it is said", async () => {
    const path = `never-${turn}.txt`;
    const uri = uriOf(path).with({ scheme: "untitled" });
    const never = await vscode.workspace.openTextDocument(uri);
    await vscode.workspace.applyEdit(typing(never));
    const { kept } = await showRestored(
      session(),
      {
        writes: [{ path, action: "create", before: null, after: state }],
        ...{ deletes: [], unsaved: [] },
      },
      [{ path, text: "x" }],
    );
    assert.deepEqual(kept, [path]);
    assert.equal(never.getText(), "x");
    await vscode.window.showTextDocument(never);
    await vscode.commands.executeCommand(
      "workbench.action.revertAndCloseActiveEditor",
    );
  });

  it("are reverted before their file is deleted, and get their text back if it stays", async () => {
    const held = [{ path: file, text: "typed old\n" }];
    const putBack = await clearDeleted(session(), [file], held);
    assert.equal(document.isDirty, false);
    await putBack();
    assert.equal(document.getText(), "typed old\n");
    assert.equal(document.isDirty, true);
    assert.equal(await read(file), "new\n");
    assert.equal(shown, 0);
  });

  it("say which unsaved text could not come back", async () => {
    await vscode.commands.executeCommand(
      "workbench.action.revertAndCloseActiveEditor",
    );
    await fs.rm(uriOf(file).fsPath);
    await fs.mkdir(uriOf(file).fsPath);
    const { missing, texts } = await restored(null, "deletes", "a text");
    assert.deepEqual(missing, [file]);
    assert.deepEqual([...texts], []);
    await fs.rmdir(uriOf(file).fsPath);
    await write(file, "again\n");
  });

  it("have the line ends that the unsaved text had", async () => {
    for (const text of ["new\r\n", "typed\r\nlines\r\n", "lines\n"]) {
      await restored(document.getText(), "writes", text);
      assert.equal(document.getText(), text);
      assert.equal(document.isDirty, true);
    }
  });

  for (const verb of ["writes", "deletes"] as const)
    it(`are reported when they are not of text (${verb})`, async () => {
      // Only what is of no text is asked of the tabs.
      await vscode.commands.executeCommand("workbench.action.files.revert");
      const uri = uriOf(file);
      const inputs = [
        new vscode.TabInputNotebook(uri, "jupyter-notebook"),
        new vscode.TabInputCustom(uri, "hex"),
      ];
      for (const input of inputs)
        for (const isDirty of [true, false]) {
          const other = new vscode.TabInputCustom(uriOf(otherFile), "hex");
          const tabs = [
            { input, isDirty },
            { input: other, isDirty: true },
          ];
          const { kept } = await withTabs(tabs, () => restored(null, verb));
          assert.deepEqual(kept, isDirty ? [file] : []);
        }
    });
});

function typing(document: vscode.TextDocument): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), "x");
  return edit;
}

function read(file: string): Promise<string> {
  return fs.readFile(uriOf(file).fsPath, "utf8");
}

interface Workspace {
  applyEdit: (edit: vscode.WorkspaceEdit) => Thenable<boolean>;
}

interface Window {
  showInformationMessage: (message: string) => Promise<unknown>;
  showWarningMessage: (message: string, options: unknown) => Promise<unknown>;
  showTextDocument: (
    document: vscode.TextDocument,
    options?: vscode.TextDocumentShowOptions,
  ) => Promise<vscode.TextEditor>;
}
