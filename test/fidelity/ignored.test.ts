import assert from "node:assert/strict";
import { restore, stateAt, undo } from "../helpers/history";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree } from "../helpers/tree";

describe("rules that change between checkpoint and restore", () => {
  const makeWorkspace = workspaceForEach();

  const start = async (files: Record<string, string>) => {
    const workspace = makeWorkspace(files);
    const engine = await workspace.open();
    engine.checkpoint();
    return { workspace, engine };
  };

  it("a file that was ignored at the target is left alone", async () => {
    const { workspace, engine } = await start({
      ".gitignore": "*.log\n",
      "a.log": "mine",
      b: "b",
    });
    workspace.write(".gitignore", "");
    engine.checkpoint();
    workspace.write("a.log", "mine, changed");
    engine.checkpoint();
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.deletes, []);
    assert.deepEqual(plan.leftAlone, [
      { path: "a.log", reason: "ignored-then" },
    ]);
    assert.equal(workspace.text("a.log"), "mine, changed");
    assert.equal(workspace.text(".gitignore"), "*.log\n");
  });

  it("a file that was ignored at the target is left alone even if it was created since", async () => {
    const { workspace, engine } = await start({
      ".gitignore": "dist/\n",
      b: "b",
    });
    workspace.write(".gitignore", "");
    engine.checkpoint();
    workspace.write("dist/a.js", "built later");
    engine.checkpoint();
    restore(engine, { to: "0" });
    assert.equal(workspace.text("dist/a.js"), "built later");
    assert.equal(workspace.text(".gitignore"), "dist/\n");
  });

  it("a file that became ignored is released, not deleted", async () => {
    const { workspace, engine } = await start({ "a.log": "mine", b: "b" });
    workspace.write(".gitignore", "*.log\n");
    const result = engine.capture();
    assert.deepEqual(result.released, ["a.log"]);
    assert.deepEqual(result.recorded.deleted, []);
    assert.equal(engine.checkpoint().filesChanged.deleted, 0);
    assert.deepEqual(engine.deleted(), []);
    assert.equal(workspace.text("a.log"), "mine");
    workspace.write(".gitignore", "*.log\n# again\n");
    engine.checkpoint();
    restore(engine, { to: "1" });
    assert.equal(workspace.text("a.log"), "mine");
  });

  it("a released file is restored to a moment that has it, and the file it replaces is in the guard", async () => {
    const { workspace, engine } = await start({ "a.log": "held", b: "b" });
    workspace.write(".gitignore", "*.log\n");
    engine.checkpoint();
    workspace.write("a.log", "changed while ignored");
    const before = workspace.tree();
    const { guard, plan } = restore(engine, { to: "0", paths: ["a.log"] });
    assert.deepEqual(
      plan.writes.map((write) => [write.path, write.action]),
      [["a.log", "replace"]],
    );
    assert.equal(workspace.text("a.log"), "held");
    assert.equal(
      Buffer.from(engine.read(`#${guard!.number}`, "a.log")).toString(),
      "changed while ignored",
    );
    undo(engine);
    assertSameTree(workspace.tree(), before);
  });

  it("undo removes a file that the restore brought back and the rules ignore", async () => {
    const { workspace, engine } = await start({ "a.log": "held", b: "b" });
    workspace.write(".gitignore", "*.log\n");
    workspace.remove("a.log");
    engine.checkpoint();
    const before = workspace.tree();
    restore(engine, { to: "0", paths: ["a.log"] });
    assert.equal(workspace.text("a.log"), "held");
    undo(engine);
    assertSameTree(workspace.tree(), before, "the folder after the undo");
  });

  it("undo of a restore across a change of rules restores the folder exactly", async () => {
    const { workspace, engine } = await start({ "a.log": "held", b: "b" });
    workspace.write(".gitignore", "*.log\n");
    engine.checkpoint();
    workspace.remove("a.log");
    workspace.write("c.log", "ignored");
    workspace.write("d", "new");
    const before = workspace.tree();
    restore(engine, { to: "0" });
    assert.equal(workspace.text("a.log"), "held");
    assert.equal(workspace.text("c.log"), "ignored");
    assert.ok(!workspace.exists("d"));
    undo(engine);
    assertSameTree(workspace.tree(), before, "the folder after the undo");
  });

  it("undo leaves a file alone that was changed after the restore brought it back", async () => {
    const { workspace, engine } = await start({ "a.log": "held", b: "b" });
    workspace.write(".gitignore", "*.log\n");
    workspace.remove("a.log");
    engine.checkpoint();
    restore(engine, { to: "0", paths: ["a.log"] });
    workspace.write("a.log", "worked on since");
    undo(engine);
    assert.equal(workspace.text("a.log"), "worked on since");
  });

  it("rules in a .gitignore that ignores itself are recorded as well", async () => {
    const workspace = makeWorkspace({
      ".gitignore": "*.log\n.gitignore\n",
      "a.log": "mine",
      b: "b",
    });
    let engine = await workspace.open();
    engine.checkpoint();
    engine = await workspace.reopen(engine);
    workspace.write(".gitignore", ".gitignore\n");
    engine.checkpoint();
    assert.ok(stateAt(engine, "latest").has("a.log"));
    restore(engine, { to: "0" });
    assert.equal(workspace.text("a.log"), "mine");
  });

  it("rules in a .gitignore that is too large to be recorded are recorded as well", async () => {
    const workspace = makeWorkspace({
      ".gitignore": `${"#".repeat(150)}\n*.log\n`,
      "a.log": "mine",
      b: "b",
    });
    let engine = await workspace.open({ settings: { maxFileSizeBytes: 100 } });
    engine.checkpoint();
    engine = await workspace.reopen(engine, {
      settings: { maxFileSizeBytes: 100 },
    });
    assert.equal(engine.capture().isNew, false);
    workspace.write("b", "told of alone");
    engine.capture({ paths: ["b"] });
    engine.checkpoint({ capture: false });
    workspace.write(".gitignore", "");
    engine.checkpoint();
    assert.ok(stateAt(engine, "latest").has("a.log"));
    workspace.remove("a.log");
    engine.checkpoint();
    workspace.write("a.log", "made again");
    for (const to of ["1", "0"]) {
      restore(engine, { to });
      assert.equal(workspace.text("a.log"), "made again");
    }
  });

  it("a .gitignore that ignores itself takes effect once it is reported", async () => {
    const { workspace, engine } = await start({ ".gitignore": "", b: "b" });
    const say = (rules: string) => {
      workspace.write(".gitignore", rules);
      engine.capture({ paths: [".gitignore"] });
    };
    for (const rules of [".gitignore\n", ".gitignore\n*.key\n"]) {
      say(rules + "*.log\n");
      workspace.write("a.log", "mine");
      workspace.write("b", rules);
      engine.capture({ paths: ["a.log", "b"] });
      const { number } = engine.checkpoint({ capture: false });
      say(rules);
      const { number: later } = engine.checkpoint();
      assert.ok(stateAt(engine, `#${later}`).has("a.log"));
      restore(engine, { to: `#${number}` });
      assert.equal(workspace.text("a.log"), "mine");
    }
  });

  it("files are recorded once a .gitignore that ignored itself is reported as deleted", async () => {
    const { workspace, engine } = await start({
      "sub/.gitignore": "*\n",
      "sub/a": "mine",
      b: "b",
    });
    workspace.remove("sub/.gitignore");
    engine.capture({ paths: ["sub/.gitignore"] });
    engine.checkpoint({ capture: false });
    assert.deepEqual([...stateAt(engine, "1").keys()], ["b", "sub/a"]);
    restore(engine, { to: "0" });
    assert.equal(workspace.text("sub/a"), "mine");
  });

  it("rules above the workspace folder apply, and changing them releases and adopts files", async () => {
    const workspace = makeWorkspace({
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/info/exclude": "*.tmp\n",
      "a.tmp": "mine",
      b: "b",
    });
    let engine = await workspace.open();
    engine.checkpoint();
    assert.deepEqual([...stateAt(engine, "0").keys()], ["b"]);
    workspace.write(".git/info/exclude", "b\n");
    engine = await workspace.reopen(engine);
    engine.checkpoint();
    assert.deepEqual([...stateAt(engine, "1").keys()], ["a.tmp"]);
    restore(engine, { to: "0" });
    assert.equal(workspace.text("a.tmp"), "mine");
    assert.equal(workspace.text("b"), "b");
  });

  it(".git/info/exclude is relative to the workspace folder", async () => {
    const workspace = makeWorkspace({
      ".git/HEAD": "ref: refs/heads/main\n",
      // The folder itself is called work.
      ".git/info/exclude": "/notes\n/build/\nsrc/*.key\n**/work/**\n",
      notes: "mine",
      "build/x": "x",
      "src/a.key": "secret",
      "src/notes": "n",
      b: "b",
    });
    const engine = await workspace.open();
    engine.checkpoint();
    assert.deepEqual([...stateAt(engine, "0").keys()], ["b", "src/notes"]);
  });

  const changes: Record<string, (workspace: TempWorkspace) => void> = {
    "a nested .gitignore appears": (workspace) =>
      workspace.write("src/.gitignore", "*.ts\n"),
    "a nested .gitignore goes": (workspace) =>
      workspace.remove("lib/.gitignore"),
    "a .gitignore turns into a folder": (workspace) => {
      workspace.remove(".gitignore");
      workspace.write(".gitignore/x", "x");
    },
    "a .gitignore turns into a link": (workspace) => {
      workspace.remove(".gitignore");
      workspace.link(".gitignore", "lib/.gitignore");
    },
  };
  for (const [what, change] of Object.entries(changes))
    it(`no file is lost if ${what}`, async () => {
      const { workspace, engine } = await start({
        ".gitignore": "*.log\n",
        "a.log": "a",
        "src/a.ts": "a",
        "src/b.log": "b",
        "lib/.gitignore": "!keep.log\nc\n",
        "lib/keep.log": "k",
        "lib/c": "c",
      });
      const first = workspace.tree();
      change(workspace);
      engine.checkpoint();
      const second = workspace.tree();
      restore(engine, { to: "0" });
      for (const name of first.keys())
        assert.ok(workspace.exists(name), `${name} is there`);
      restore(engine, { to: "1" });
      assertSameTree(workspace.tree(), second, "the folder at #1");
      restore(engine, { to: "0" });
      assertSameTree(workspace.tree(), first, "the folder at #0");
    });

  it("a setting that excludes a folder releases it, and including it again adopts it", async () => {
    const { workspace, engine } = await start({ "gen/a": "a", b: "b" });
    engine.configure({ exclude: ["gen"] });
    engine.checkpoint();
    workspace.write("gen/new", "new");
    engine.configure({ exclude: [] });
    engine.checkpoint();
    restore(engine, { to: "1" });
    assert.equal(workspace.text("gen/a"), "a");
    assert.equal(workspace.text("gen/new"), "new");
  });

  it("a file that grew too large is left alone, and is not recorded as deleted", async () => {
    const workspace = makeWorkspace({ a: "small", b: "b" });
    const engine = await workspace.open({
      settings: { maxFileSizeBytes: 100 },
    });
    engine.checkpoint();
    workspace.write("a", "x".repeat(200));
    const second = engine.checkpoint();
    assert.equal(second.filesChanged.deleted, 0);
    assert.deepEqual(second.skipped, [{ path: "a", reason: "too-large" }]);
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.leftAlone, [{ path: "a", reason: "too-large" }]);
    workspace.write("a", "small again");
    engine.checkpoint();
    restore(engine, { to: "1" });
    assert.equal(workspace.text("a"), "small again");
  });
});
