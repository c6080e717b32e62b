import assert from "node:assert/strict";
import fs from "node:fs";
import type { RestorePlan } from "../../../src/engine/model/restorePlan";
import { redo, restore, undo } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const deleted = ({ deletes }: RestorePlan) => deletes.map(({ path }) => path);
const written = ({ writes }: RestorePlan) => writes.map(({ path }) => path);

describe("an obstacle to a restore", () => {
  const makeWorkspace = workspaceForEach();

  it("stays if only another source's changes are restored", async () => {
    const workspace = makeWorkspace({ "a/b": "b", other: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("a");
    workspace.write("other", "2");
    engine.capture({ source: "bot" });
    workspace.write("a", "mine");
    engine.capture({ source: "editor" });
    const { plan } = restore(engine, { to: "#0", source: "bot" });
    assert.deepEqual(plan.leftAlone, [{ path: "a/b", reason: "blocked" }]);
    assert.equal(workspace.text("a"), "mine");
    assert.equal(workspace.text("other"), "1");
  });

  it("is removed if the source whose changes are restored created it", async () => {
    const workspace = makeWorkspace({ "a/b": "b" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("a");
    workspace.write("a", "the bot's");
    engine.capture({ source: "bot" });
    restore(engine, { to: "#0", source: "bot" });
    assert.equal(workspace.text("a/b"), "b");
  });

  it("is listed only as deleted, even if the old rules ignored it", async () => {
    const workspace = makeWorkspace({ ".gitignore": "a\n", "a/b": "b" });
    const engine = await workspace.open({ settings: { include: ["a/b"] } });
    engine.checkpoint();
    workspace.remove("a");
    workspace.remove(".gitignore");
    workspace.write("a", "a file now");
    const { plan } = restore(engine, { to: "#0" });
    assert.deepEqual(written(plan), [".gitignore", "a/b"]);
    assert.deepEqual(deleted(plan), ["a"]);
    assert.deepEqual(plan.leftAlone, []);
    undo(engine);
    assert.equal(workspace.text("a"), "a file now");
  });

  it("stays if it is a folder that cannot be listed, and the rest is restored", async function () {
    const workspace = makeWorkspace({ x: "file", other: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("x");
    fs.mkdirSync(workspace.at("x"));
    const nameless = Buffer.concat([
      Buffer.from(workspace.at("x") + "/"),
      Buffer.from([0x66, 0xff]),
    ]);
    try {
      fs.mkdirSync(nameless);
    } catch {
      this.skip(); // a file system that accepts only UTF-8
    }
    workspace.write("other", "2");
    engine.checkpoint();
    const { plan } = restore(engine, { to: "#0" });
    assert.deepEqual(plan.leftAlone, [{ path: "x", reason: "blocked" }]);
    assert.ok(fs.existsSync(nameless));
    assert.equal(workspace.text("other"), "1");
  });
});

describe("undo and redo", () => {
  const makeWorkspace = workspaceForEach();

  it("leave files alone that were created below a path of the restore", async () => {
    const workspace = makeWorkspace({ build: "file", other: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("build");
    workspace.write("other", "2");
    engine.checkpoint();
    restore(engine, { to: "#0" });
    workspace.remove("build");
    workspace.write("build/new", "mine");
    const { plan } = undo(engine);
    assert.deepEqual(deleted(plan), []);
    assert.equal(workspace.text("build/new"), "mine");
    assert.equal(workspace.text("other"), "2");

    const again = redo(engine).plan;
    assert.deepEqual([deleted(again), written(again)], [[], ["other"]]);
    assert.equal(workspace.text("build/new"), "mine");
  });

  it("skip a file where a folder with new files is", async () => {
    const workspace = makeWorkspace({ other: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("build", "file");
    workspace.write("other", "2");
    restore(engine, { to: "#0" });
    workspace.write("build/new", "mine");
    const { plan } = undo(engine);
    assert.deepEqual(plan.leftAlone, [{ path: "build", reason: "blocked" }]);
    assert.equal(workspace.text("build/new"), "mine");
    assert.equal(workspace.text("other"), "2");
  });

  it("leave a file alone that was created above a path to bring back", async () => {
    const workspace = makeWorkspace({ other: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("made/since", "since");
    workspace.write("other", "2");
    restore(engine, { to: "#0" });
    workspace.write("made", "mine");
    const { plan } = undo(engine);
    assert.deepEqual(plan.leftAlone, [
      { path: "made/since", reason: "blocked" },
    ]);
    assert.equal(workspace.text("made"), "mine");
    assert.equal(workspace.text("other"), "2");
  });

  it("replace a folder by a file and back any number of times", async () => {
    const workspace = makeWorkspace({ build: "file" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("build");
    workspace.write("build/a", "a");
    workspace.write("build/b/c", "c");
    restore(engine, { to: "#0" });
    for (let n = 0; n < 2; n++) {
      undo(engine);
      assert.equal(workspace.text("build/a"), "a");
      assert.equal(workspace.text("build/b/c"), "c");
      redo(engine);
      assert.equal(workspace.text("build"), "file");
    }
  });
});
