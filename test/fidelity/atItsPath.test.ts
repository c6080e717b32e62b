import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { errorOf, redo, restore, undo } from "../helpers/history";
import { roundTrip } from "../helpers/roundTrip";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../helpers/tree";

describe("something else at the path of a recorded file", () => {
  const makeWorkspace = workspaceForEach();

  it("a pipe is left alone, even above a path to be restored", async () => {
    const workspace = makeWorkspace({ a: "a", "sub/b": "b", c: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    for (const name of ["a", "sub"]) {
      workspace.remove(name);
      execFileSync("mkfifo", [workspace.at(name)]);
    }
    workspace.write("c", "2");
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.leftAlone, [
      { path: "a", reason: "special" },
      { path: "sub/b", reason: "blocked" },
    ]);
    assert.ok(fs.lstatSync(workspace.at("a")).isFIFO());
    assert.ok(fs.lstatSync(workspace.at("sub")).isFIFO());
    assert.equal(workspace.text("c"), "1");
  });

  it("a pipe that appears after the plan stops the restore", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "2");
    workspace.write("b", "2");
    const plan = engine.planRestore({ to: "0" });
    workspace.remove("a");
    execFileSync("mkfifo", [workspace.at("a")]);
    errorOf(() => engine.applyRestore(plan.id), "plan-changed");
    assert.ok(fs.lstatSync(workspace.at("a")).isFIFO());
    assert.equal(workspace.text("b"), "2");
  });

  it("a hard link to a file outside is replaced, and that file is not written", async () => {
    const workspace = makeWorkspace({ a: "old" });
    const engine = await workspace.open();
    engine.checkpoint();
    const outside = path.join(workspace.base, "outside");
    fs.writeFileSync(outside, "theirs");
    workspace.remove("a");
    fs.linkSync(outside, workspace.at("a"));
    restore(engine, { to: "0" });
    assert.equal(workspace.text("a"), "old");
    assert.equal(fs.readFileSync(outside, "utf8"), "theirs");
    undo(engine);
    assert.equal(workspace.text("a"), "theirs");
    assert.equal(fs.readFileSync(outside, "utf8"), "theirs");
  });

  it("two hard links to one file are restored as two files", async () => {
    const workspace = makeWorkspace({ a: "1", b: "2" });
    await roundTrip(workspace, () => {
      workspace.remove("b");
      workspace.write("a", "3");
      fs.linkSync(workspace.at("a"), workspace.at("b"));
    });
  });

  it("a set-user file is never restored with that bit", async () => {
    const workspace = makeWorkspace({ tool: "1" });
    fs.chmodSync(workspace.at("tool"), 0o4755);
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("tool", "2");
    restore(engine, { to: "0" });
    assert.equal(fs.statSync(workspace.at("tool")).mode & 0o7777, 0o755);
  });
});

describe("the folder itself", () => {
  const makeWorkspace = workspaceForEach();

  it("is never written through a link that replaced it", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "2");
    const plan = engine.planRestore({ to: "0" });
    const moved = path.join(workspace.base, "moved");
    const other = path.join(workspace.base, "other");
    fs.renameSync(workspace.root, moved);
    fs.mkdirSync(other);
    fs.writeFileSync(path.join(other, "a"), "2");
    fs.symlinkSync(other, workspace.root);
    const theirs = treeOf(other);
    for (const rescan of [true, false])
      errorOf(() => engine.applyRestore(plan.id, { rescan }), "not-found");
    errorOf(() => engine.planRestore({ to: "0" }), "not-found");
    errorOf(() => engine.capture(), "not-found");
    assertSameTree(treeOf(other), theirs, "the other folder");
  });

  it("reached through a link has one history, whichever path opens it", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const alias = path.join(workspace.base, "alias");
    fs.symlinkSync(workspace.root, alias);
    let engine = await workspace.open({ root: alias });
    engine.checkpoint();
    workspace.write("a", "2");
    engine = await workspace.reopen(engine);
    restore(engine, { to: "0" });
    assert.equal(workspace.text("a"), "1");
  });
});

describe("two processes that restore at the same time", () => {
  const makeWorkspace = workspaceForEach();

  it("the second learns what changed, and nothing is mixed", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const [first, second] = [await workspace.open(), await workspace.open()];
    first.checkpoint();
    workspace.write("a", "2");
    workspace.write("b", "2");
    first.checkpoint();
    workspace.write("a", "3");
    const plans = [
      first.planRestore({ to: "0" }),
      second.planRestore({ to: "1" }),
    ];
    assert.ok(first.applyRestore(plans[0]!.id).applied);
    errorOf(() => second.applyRestore(plans[1]!.id), "plan-changed");
    assert.equal(workspace.text("a") + workspace.text("b"), "11");
    // Each undoes what the other did.
    undo(second);
    assert.equal(workspace.text("a") + workspace.text("b"), "32");
    redo(first);
    assert.equal(workspace.text("a") + workspace.text("b"), "11");
  });

  it("undo and redo keep what was done in between", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "2");
    restore(engine, { to: "0" });
    workspace.write("a", "3");
    workspace.write("b", "3");
    const report = undo(engine);
    assert.equal(workspace.text("a") + workspace.text("b"), "23");
    const held = engine.read(`#${report.guard!.number}`, "a");
    assert.equal(Buffer.from(held).toString(), "3");
    workspace.write("b", "4");
    redo(engine);
    assert.equal(workspace.text("a") + workspace.text("b"), "34");
  });
});
