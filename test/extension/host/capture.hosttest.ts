import assert from "node:assert/strict";
import fs from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { ownDataDir } from "../../../src/agents/ownDataDir";
import { readClaims, writeClaims } from "../../../src/host/claims";
import {
  api,
  git,
  nextCheckpoint,
  reading,
  root,
  type,
  until,
  uriOf,
  write,
} from "./support";

describe("capture", () => {
  before(async () => {
    await (await api()).initialize();
  });
  afterEach(() =>
    vscode.commands.executeCommand("workbench.action.closeAllEditors"),
  );

  it("records a save as the editor's, and names what was edited", async () => {
    const named = nextCheckpoint(({ kind }) => kind === "automatic");
    const document = await type("a.txt", "typed ");
    assert(await document.save());
    // Before a slow save, the unsaved text is recorded first.
    const saved = await until("the save is recorded", () =>
      reading((engine) =>
        engine
          .history("a.txt")
          .find(({ unsaved, change }) => !unsaved && change === "modified"),
      ),
    );
    assert.equal(saved.source, "editor");
    const checkpoint = await named;
    assert.equal(checkpoint.name, "Edited a.txt");
    assert.equal(checkpoint.source, "editor");
  });

  it("tells other processes which files it is about to write while an agent is at work", async () => {
    const { workspace } = vscode;
    const dataDir = ownDataDir();
    const claims = () => readClaims(dataDir, root(), Date.now());
    const claimed = () =>
      claims().flatMap(({ source, paths }) =>
        source === "editor" ? paths : [],
      );
    const robot = {
      ...{ source: "robot", thread: null, paths: [], isOpen: true },
      ...{ sinceMs: Date.now(), untilMs: Date.now() + 60_000, beside: [] },
    };
    // These listeners run after the extension's own.
    const seen: Record<string, string[]> = {};
    const note = (what: string) => () => void (seen[what] = claimed());
    const listeners = [
      workspace.onWillSaveTextDocument(note("save")),
      workspace.onWillDeleteFiles(note("delete")),
    ];
    const isLetGo = () => until("let go", async () => claimed().length === 0);
    await write("gone.txt", "soon\n");
    const document = await type("a.txt", "announced ");
    writeClaims(dataDir, root(), [robot]);
    try {
      assert(await document.save());
      assert.deepEqual(seen["save"], ["a.txt", "a.txt/"]);
      await isLetGo();
      const edit = new vscode.WorkspaceEdit();
      edit.deleteFile(uriOf("gone.txt"));
      assert(await workspace.applyEdit(edit));
      assert.deepEqual(seen["delete"], ["gone.txt", "gone.txt/"]);
      await isLetGo();
      writeClaims(dataDir, root(), []);
      assert(await (await type("a.txt", "alone ")).save());
      assert.deepEqual(seen["save"], []);
    } finally {
      writeClaims(dataDir, root(), []);
      for (const listener of listeners) listener.dispose();
    }
  });

  it("records unsaved text after a pause, and drops it with the save", async () => {
    const document = await type("b.txt", "not saved ");
    const unsaved = () =>
      reading((engine) =>
        engine.files("@" + lastMoment(engine), { unsaved: true }),
      ).then((files) => files.filter((file) => file.unsaved));
    const [held] = await until("the text is held", async () => {
      const files = await unsaved();
      return files.length > 0 ? files : null;
    });
    assert.equal(held?.path, "b.txt");
    const text = await reading((engine) =>
      engine.read("@" + lastMoment(engine), "b.txt", "unsaved"),
    );
    assert.match(Buffer.from(text).toString(), /^not saved /);
    assert(await document.save());
    await until(
      "the text is let go",
      async () => (await unsaved()).length === 0,
    );
    const disk = await reading((engine) =>
      engine.read("@" + lastMoment(engine), "b.txt"),
    );
    assert.match(Buffer.from(disk).toString(), /^not saved /);
  });

  it("records the text of a file that was never saved, until its editor is closed", async () => {
    const uri = uriOf("never-saved.txt").with({ scheme: "untitled" });
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "idea"));
    const held = () =>
      reading((engine) =>
        engine
          .files("@" + lastMoment(engine), { unsaved: true })
          .some(({ path, unsaved }) => unsaved && path === "never-saved.txt"),
      );
    await until("the text is held", held);
    await vscode.commands.executeCommand(
      "workbench.action.revertAndCloseActiveEditor",
    );
    await until("the text is let go", async () => !(await held()));
  });

  it("creates one labelled checkpoint of 500 files written from outside", async () => {
    // Earlier edits are not part of it.
    await (await api()).save({ name: "before the many" });
    const made = nextCheckpoint(
      ({ kind, source }) => kind === "automatic" && source === "outside",
    );
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => write(`many/f${n}.txt`, `${n}`)),
    );
    const checkpoint = await made;
    assert.equal(checkpoint.name, "500 files changed outside the editor");
    assert.equal(checkpoint.filesChanged.added, 500);
  });

  it("records a tree of new folders from a single event", async () => {
    const made = nextCheckpoint(({ name }) => /deep|5 files/.test(name ?? ""));
    for (let n = 0; n < 5; n++) await write(`tree/a/b/c/deep${n}.txt`, `${n}`);
    await made;
    const { added } = (await (await api()).get("latest")).filesChanged;
    assert.equal(added.length, 5);
    assert(added.includes("tree/a/b/c/deep4.txt"));
  });

  it("records a rename in the editor under both names", async () => {
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uriOf("many/f1.txt"), uriOf("many/renamed.txt"));
    assert(await vscode.workspace.applyEdit(edit));
    await made;
    const diff = await (await api()).diff("latest~1", "latest");
    assert.deepEqual(
      diff.renamed.map(({ from, path }) => [from, path]),
      [["many/f1.txt", "many/renamed.txt"]],
    );
    const [version] = await reading((e) => e.history("many/renamed.txt"));
    assert.equal(version?.source, "editor");
  });

  it("records a folder that is deleted outside the editor", async () => {
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await fs.rm(path.join(root(), "many"), { recursive: true });
    assert.equal((await made).name, "500 files changed outside the editor");
    const gone = await reading((engine) =>
      engine.deleted({ path: "many", limit: 1000 }),
    );
    // The file that was renamed is there by its last name only.
    assert.equal(gone.length, 500);
  });

  it("labels a branch switch, and guards the state before it", async () => {
    await git("checkout", "-b", "topic");
    await write("c.txt", "on the topic branch\n");
    const committed = nextCheckpoint(({ name }) => /commit/.test(name ?? ""));
    await git("add", "c.txt");
    await git("commit", "-m", "Topic");
    assert.equal((await committed).name, "git commit “Topic”");
    const guard = nextCheckpoint(({ kind }) => kind === "guard");
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await git("checkout", "main");
    assert.equal((await guard).name, "Before git checkout main");
    const checkpoint = await made;
    assert.equal(checkpoint.name, "git checkout main");
    assert.equal(checkpoint.source, "git");
    const [version] = await reading((engine) => engine.history("c.txt"));
    assert.equal(version?.change, "deleted");
    assert.equal(version?.source, "git");
  });

  it("does not record its own restore as somebody else's work", async () => {
    const checkpoints = await api();
    const before = await checkpoints.list();
    const result = await checkpoints.restore("latest~1", { paths: ["c.txt"] });
    assert.deepEqual(result.written, ["c.txt"]);
    const echo = nextCheckpoint(({ kind }) => kind === "automatic", "", 4000);
    await assert.rejects(echo, /No/);
    const after = await checkpoints.list();
    assert.equal(after.total, before.total + 1, "the guard and nothing else");
    const [version] = await reading((engine) => engine.history("c.txt"));
    assert.equal(version?.source, "restore");
  });
});

function lastMoment(engine: { resolve(ref: string): { moment: number } }) {
  return engine.resolve("0s").moment;
}
