import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  guardRiskyWork,
  type Guarded,
} from "../../../src/extension/recording/guards";
import { relativePath } from "../../../src/extension/session/relativePath";
import { api, nextCheckpoint, reading, uriOf, write } from "./support";

describe("guards", () => {
  before(async () => {
    await (await api()).initialize();
  });

  it("contain a file before the editor deletes it, however new it is", async () => {
    await write("doomed.txt", "precious\n");
    const guard = nextCheckpoint(({ kind }) => kind === "guard");
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(uriOf("doomed.txt"));
    assert(await vscode.workspace.applyEdit(edit));
    const { name, number } = await guard;
    assert.equal(name, "Before deleting doomed.txt");
    const bytes = await reading((engine) =>
      engine.read(`#${number}`, "doomed.txt"),
    );
    assert.equal(Buffer.from(bytes).toString(), "precious\n");
  });

  it("contain a folder before the editor moves it", async () => {
    await write("old/one.txt", "one\n");
    await write("old/two.txt", "two\n");
    const guard = nextCheckpoint(({ kind }) => kind === "guard");
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uriOf("old"), uriOf("new"));
    assert(await vscode.workspace.applyEdit(edit));
    const { name, number } = await guard;
    assert.equal(name, "Before moving old");
    const held = await reading((engine) =>
      engine.files(`#${number}`, { path: "old" }).map(({ path }) => path),
    );
    assert.deepEqual(held, ["old/one.txt", "old/two.txt"]);
  });

  it("contain a folder even if a file of another root is moved first", async () => {
    await write("one/file.txt", "one\n");
    await write("two/folder/file.txt", "two\n");
    const held: string[] = [];
    const roots = ["one", "two"].map((name, index): Guarded => {
      const folder = { name, index, uri: uriOf(name) };
      return {
        folder,
        guards: { terminal: false, fileOperations: true, branchSwitch: false },
        pathOf: (uri) => relativePath(folder.uri.fsPath, uri.fsPath),
        recorder: {
          guard: async (title) => void held.push(`${name}: ${title}`),
        },
      };
    });
    const guarding = guardRiskyWork(() => roots);
    try {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(uriOf("one/file.txt"), uriOf("one/moved.txt"));
      edit.renameFile(uriOf("two/folder"), uriOf("two/moved"));
      assert(await vscode.workspace.applyEdit(edit));
    } finally {
      guarding.dispose();
    }
    assert.deepEqual(held, ["two: Before moving folder"]);
  });

  it("contain what a terminal command is about to destroy", async () => {
    await write("build/keep.txt", "precious too\n");
    await nextCheckpoint(({ kind }) => kind === "automatic");
    const guard = nextCheckpoint(({ kind }) => kind === "guard");
    const terminal = vscode.window.createTerminal({ name: "guarded" });
    try {
      terminal.sendText("rm -rf build");
      const { name, number } = await guard;
      assert.equal(name, "Before rm -rf build");
      const bytes = await reading((engine) =>
        engine.read(`#${number}`, "build/keep.txt"),
      );
      assert.equal(Buffer.from(bytes).toString(), "precious too\n");
    } finally {
      terminal.dispose();
    }
  });
});
