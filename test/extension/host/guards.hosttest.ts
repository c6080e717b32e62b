import assert from "node:assert/strict";
import * as vscode from "vscode";
import { api, nextCheckpoint, reading, uriOf, write } from "./support";

describe("guards", () => {
  before(async () => {
    await (await api()).initialize();
  });

  it("hold a file before the editor deletes it, however new it is", async () => {
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

  it("hold a folder before the editor moves it", async () => {
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

  it("hold what a terminal command is about to destroy", async () => {
    await write("build/keep.txt", "precious too\n");
    await nextCheckpoint(({ kind }) => kind === "automatic");
    const guard = nextCheckpoint(({ kind }) => kind === "guard");
    const terminal = vscode.window.createTerminal({ name: "guarded" });
    try {
      terminal.sendText("rm -rf build");
      const { name, number } = await guard;
      assert.equal(name, "Before rm -rf");
      const bytes = await reading((engine) =>
        engine.read(`#${number}`, "build/keep.txt"),
      );
      assert.equal(Buffer.from(bytes).toString(), "precious too\n");
    } finally {
      terminal.dispose();
    }
  });
});
