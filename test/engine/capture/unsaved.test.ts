import assert from "node:assert/strict";
import { errorOf } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the unsaved text of an editor", () => {
  const makeWorkspace = workspaceForEach();

  const start = async () => {
    const workspace = makeWorkspace({ a: "on disk", b: "b" });
    const engine = await workspace.open();
    engine.capture();
    const read = (moment: number, layer: "disk" | "unsaved") =>
      Buffer.from(engine.read(`@${moment}`, "a", layer)).toString();
    return { workspace, engine, read };
  };

  it("is recorded in addition to the file, which stays as on disk", async () => {
    const { engine, read } = await start();
    const unsaved = [{ path: "a", text: "typed é\r\n" }];
    const result = engine.capture({ paths: [], unsaved });
    assert.deepEqual([result.isNew, result.unsaved], [true, ["a"]]);
    assert.deepEqual(result.recorded, { added: [], modified: [], deleted: [] });
    assert.equal(read(result.moment, "unsaved"), "typed é\r\n");
    assert.equal(read(result.moment, "disk"), "on disk");
    const layers = engine
      .files(`@${result.moment}`, { path: "a", unsaved: true })
      .map((file) => file.unsaved);
    assert.deepEqual(layers.sort(), [false, true]);
    assert.equal(engine.checkpoint().unsaved, 1);
  });

  it("is recorded once while it stays the same", async () => {
    const { engine } = await start();
    const unsaved = [{ path: "a", text: "typed" }];
    const { moment } = engine.capture({ paths: [], unsaved });
    const again = engine.capture({ paths: [], unsaved });
    assert.deepEqual([again.isNew, again.moment], [false, moment]);
    assert.equal(engine.capture().isNew, false, "a scan does not drop it");
  });

  it("ends when the editor has no unsaved changes, and stays in earlier moments", async () => {
    const { engine, read } = await start();
    const text = { path: "a", text: "typed" };
    const held = engine.capture({ paths: [], unsaved: [text] });
    const clean = { path: "a", text: null };
    const ended = engine.capture({ paths: [], unsaved: [clean] });
    assert.deepEqual([ended.isNew, ended.unsaved], [true, ["a"]]);
    errorOf(() => read(ended.moment, "unsaved"), "not-found");
    assert.equal(read(held.moment, "unsaved"), "typed");
    const again = engine.capture({ paths: [], unsaved: [clean] });
    assert.equal(again.isNew, false);
  });

  it("may belong to a file that is not on disk, or be empty", async () => {
    const { workspace, engine } = await start();
    workspace.write(".gitignore", "*.log\n");
    const unsaved = [
      { path: "new", text: "never saved" },
      { path: "b", text: "" },
    ];
    const { moment } = engine.capture({ unsaved });
    for (const { path, text } of unsaved)
      assert.equal(
        Buffer.from(engine.read(`@${moment}`, path, "unsaved")).toString(),
        text,
      );
    const paths = engine.files(`@${moment}`).map((file) => file.path);
    assert.deepEqual(paths, [".gitignore", "a", "b"]);
  });

  it("of an ignored file is not recorded, unless the file is included", async () => {
    const { workspace, engine } = await start();
    workspace.write(".gitignore", ".env*\nout/\n");
    engine.configure({
      exclude: ["**/*.key"],
      include: [".env.example", "out/kept"],
    });
    engine.capture();
    const of = (path: string) => ({ path, text: `secret of ${path}` });
    const ignored = [".env", "deep/.env", "a.key", "out/x"].map(of);
    const included = [".env.example", "out/kept"].map(of);
    const none = engine.capture({ paths: [], unsaved: ignored });
    assert.deepEqual([none.isNew, none.unsaved], [false, []]);
    const some = engine.checkpoint({ unsaved: [...ignored, ...included] });
    assert.equal(some.unsaved, included.length);
    assert.equal(engine.search({ text: "secret of .env" }).hits.length, 1);
  });

  it("of an ignored file is in the guard of a restore that replaces it", async () => {
    const { workspace, engine } = await start();
    engine.checkpoint({ name: "then" });
    workspace.write(".gitignore", "a\n");
    workspace.write("a", "later");
    engine.capture();
    const editors = [
      { path: "a", text: "typed" },
      { path: "b", text: "typed too" },
    ];
    const plan = engine.planRestore({ to: "then", paths: ["a"], editors });
    const { applied, guard } = engine.applyRestore(plan, { editors });
    const held = (path: string) =>
      Buffer.from(engine.read(guard!.id, path, "unsaved")).toString();
    assert.ok(applied);
    assert.equal(workspace.text("a"), "on disk");
    assert.equal(held("a"), "typed");
    assert.equal(held("b"), "typed too");
  });

  it("of an ignored file is in the guard of a restore that replaces nothing else", async () => {
    const { workspace, engine } = await start();
    const typed = (text: string) => [{ path: "a", text }];
    engine.checkpoint({ name: "then", unsaved: typed("then") });
    engine.capture({ unsaved: typed("since") });
    workspace.write(".gitignore", "a\n");
    const request = { to: "then", paths: ["a"], unsaved: true };
    const editors = typed("just now");
    const plan = engine.planRestore({ ...request, editors });
    assert.deepEqual(plan.writes, []);
    assert.equal(plan.unsaved.length, 1);
    const { guard } = engine.applyRestore(plan, { editors });
    const held = engine.read(guard!.id, "a", "unsaved");
    assert.equal(Buffer.from(held).toString(), "just now");
  });

  it("of a path in a version control folder is left out; one outside the folder is refused", async () => {
    const { engine } = await start();
    const inside = [{ path: ".git/COMMIT_EDITMSG", text: "message" }];
    assert.equal(engine.capture({ paths: [], unsaved: inside }).isNew, false);
    const outside = [{ path: "../x", text: "x" }];
    errorOf(() => engine.capture({ paths: [], unsaved: outside }), "bad-path");
  });

  it("is attributed to the editor, whoever captures", async () => {
    const { workspace, engine } = await start();
    const typed = (text: string | null) => [{ path: "a", text }];
    const told: [string, string[], string[]][] = [];
    engine.onDidChange((event) => {
      if (event.type !== "captured") return;
      for (const { source, unsaved, recorded } of event.result.moments)
        told.push([source, unsaved, recorded.modified]);
    });
    engine.checkpoint({ name: "then" });
    workspace.write("b", "by a tool");
    const result = engine.capture({ paths: ["b"], unsaved: typed("1") });
    assert.deepEqual(result.recorded.modified, ["b"]);
    assert.deepEqual(result.unsaved, ["a"]);
    engine.checkpoint({ source: "claude-code", unsaved: typed("2") });
    const plan = engine.planRestore({ to: "then", editors: typed("3") });
    engine.applyRestore(plan, { editors: typed("4") });
    assert.deepEqual(told, [
      ["editor", ["a"], []],
      ["outside", [], ["b"]],
      ["editor", ["a"], []],
      ["editor", ["a"], []],
      ["editor", ["a"], []],
      ["restore", [], ["b"]],
    ]);
  });

  it("of another window is not part of a restore, nor of its undo", async () => {
    const { workspace, engine } = await start();
    engine.checkpoint({ name: "then" });
    workspace.write("b", "later");
    const theirs = { path: "b", text: "typed there" };
    engine.capture({ unsaved: [theirs], source: "editor" });
    const editors = [{ path: "a", text: "typed here" }];
    const plan = engine.planRestore({ to: "then", unsaved: true, editors });
    assert.deepEqual(plan.unsaved, [{ path: "a", hash: null }]);
    engine.applyRestore(plan, { editors });
    const clean = [{ path: "a", text: null }];
    engine.capture({ paths: [], unsaved: clean, source: "restore" });
    const held = engine.read("workspace", "b", "unsaved");
    assert.equal(Buffer.from(held).toString(), "typed there");
    const undo = engine.planUndo({ unsaved: true, editors: [] });
    assert.deepEqual(
      undo.unsaved.map(({ path }) => path),
      ["a"],
    );
  });

  it("survives a restart", async () => {
    const { workspace, engine } = await start();
    const unsaved = [{ path: "a", text: "typed" }];
    engine.checkpoint({ name: "held", unsaved });
    const next = await workspace.reopen(engine);
    const bytes = next.read("held", "a", "unsaved");
    assert.equal(Buffer.from(bytes).toString(), "typed");
    assert.equal(next.capture({ paths: [], unsaved }).isNew, false);
  });
});
