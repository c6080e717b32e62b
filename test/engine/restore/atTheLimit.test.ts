import assert from "node:assert/strict";
import { everythingGoes } from "../../helpers/everythingGoes";
import { errorOf, restore, undo } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";
import { noise } from "../../helpers/random";

/** Bytes that do not compress. */

describe("a restore when the history has reached its size limit", () => {
  const makeWorkspace = workspaceForEach();

  it("is applied, reported and undone: what it brings back is already stored", async () => {
    const workspace = makeWorkspace({ a: noise(300_000), b: noise(300_000) });
    let engine = await workspace.open();
    engine.checkpoint({ kind: "manual" });
    const first = workspace.tree();
    workspace.write("a", "small");
    workspace.write("b", "small");
    engine.checkpoint({ kind: "manual" });
    const second = workspace.tree();
    // There is no space for the same amount again.
    const maxStoreSizeBytes = engine.usage().sizeBytes + 150_000;
    engine.configure({ maxStoreSizeBytes });
    const report = restore(engine, { to: "#0" });
    assert.ok(report.restoreId);
    assertSameTree(workspace.tree(), first);
    engine = await workspace.reopen(engine, {
      settings: { maxStoreSizeBytes },
    });
    undo(engine);
    assertSameTree(workspace.tree(), second);
  });

  it("is refused before anything is changed if the current files do not fit", async () => {
    const workspace = makeWorkspace({ a: "old", b: "old" });
    const engine = await workspace.open();
    engine.checkpoint({ kind: "manual" });
    const maxStoreSizeBytes = engine.usage().sizeBytes + 100_000;
    engine.configure({ maxStoreSizeBytes });
    const plan = engine.planRestore({ to: "#0" });
    assert.deepEqual(plan.writes, []);
    workspace.write("a", noise(400_000));
    workspace.write("b", "new");
    const before = workspace.tree();
    errorOf(() => engine.planRestore({ to: "#0" }), "quota");
    errorOf(() => engine.applyRestore(plan.id), "quota");
    assertSameTree(workspace.tree(), before);
  });

  it("never removes its own point, not even for the current files", async () => {
    const workspace = makeWorkspace({ a: noise(200_000), b: noise(200_000) });
    const engine = await workspace.open();
    engine.checkpoint({ kind: "automatic" });
    const first = workspace.tree();
    workspace.write("a", noise(200_000));
    engine.checkpoint({ kind: "manual" });
    const maxStoreSizeBytes = engine.usage().sizeBytes + 120_000;
    engine.configure({ maxStoreSizeBytes });
    workspace.write("b", noise(150_000));
    const before = workspace.tree();
    errorOf(() => engine.planRestore({ to: "#0" }), "quota");
    assertSameTree(workspace.tree(), before);
    assert.equal(engine.list().total, 2);
    engine.configure({ maxStoreSizeBytes: maxStoreSizeBytes * 2 });
    restore(engine, { to: "#0" });
    assertSameTree(workspace.tree(), first);
  });

  it("nor for what an editor has by the time it is applied", async () => {
    const workspace = makeWorkspace({ a: noise(1_000_000), b: "1" });
    const engine = await workspace.open();
    engine.checkpoint({ kind: "automatic" });
    const first = workspace.tree();
    workspace.write("a", noise(1_000_000));
    engine.checkpoint({ kind: "manual" });
    const plan = engine.planRestore({ to: "#0", paths: ["a"] });
    const maxStoreSizeBytes = engine.usage().sizeBytes + 600_000;
    engine.configure({ maxStoreSizeBytes });
    const text = noise(500_000).toString("hex");
    const editors = [{ path: "b", text }];
    errorOf(() => engine.applyRestore(plan, { editors }), "quota");
    engine.configure({ maxStoreSizeBytes: maxStoreSizeBytes * 2 });
    assert.ok(engine.applyRestore(plan).applied);
    assertSameTree(workspace.tree(), first);
  });

  it("removes neither side of what a revert needs", async () => {
    const workspace = makeWorkspace({ a: noise(1_000_000), b: "1" });
    const engine = await workspace.open();
    engine.checkpoint({ kind: "automatic" });
    workspace.write("a", noise(1_000_000));
    engine.checkpoint({ kind: "automatic" });
    const maxStoreSizeBytes = engine.usage().sizeBytes + 600_000;
    engine.configure({ maxStoreSizeBytes });
    workspace.write("b", noise(1_000_000));
    errorOf(() => engine.planRevert({ ref: "#1" }), "quota");
    assert.equal(engine.list().total, 2);
  });
});

describe("a plan whose point was removed before it is applied", () => {
  const makeWorkspace = workspaceForEach();

  it("is refused, whether or not the contents of the guard and the target are gone", async () => {
    const workspace = makeWorkspace({ a: noise(100_000), b: "b" });
    const engine = await workspace.open({
      settings: {
        maxCheckpoints: 0,
        retention: { ...everythingGoes },
      },
    });
    engine.checkpoint({ kind: "manual" });
    workspace.write("a", noise(100_000));
    workspace.write("b", "changed");
    const plan = engine.planRestore({ to: "#0" });
    const before = workspace.tree();
    engine.delete(["#0"]);
    engine.prune();
    errorOf(() => engine.applyRestore(plan.id), "not-kept");
    errorOf(() => engine.applyRestore(plan.id, { rescan: false }), "not-kept");
    assertSameTree(workspace.tree(), before);
    assert.deepEqual(engine.restores(), []);
  });

  it("is refused even if it only deletes, because what was added since is unknown", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open({
      settings: { retention: { ...everythingGoes } },
    });
    engine.checkpoint({ kind: "manual" });
    workspace.write("made", "since");
    const plan = engine.planRestore({ to: "#0" });
    assert.equal(plan.deletes.length, 1);
    workspace.write("a", "b");
    engine.capture();
    workspace.write("a", "a");
    engine.capture();
    engine.delete(["#0"]);
    engine.prune();
    const apply = () => engine.applyRestore(plan.id, { rescan: false });
    errorOf(apply, "not-kept");
    assert.equal(workspace.text("made"), "since");
  });

  it("is refused for an undo as well", async () => {
    const workspace = makeWorkspace({ a: noise(100_000), b: "b" });
    const engine = await workspace.open({
      settings: { retention: { ...everythingGoes } },
    });
    engine.checkpoint({ kind: "manual" });
    workspace.write("a", noise(100_000));
    restore(engine, { to: "#0" });
    const plan = engine.planUndo();
    const before = workspace.tree();
    engine.prune();
    errorOf(() => engine.applyRestore(plan.id), "not-kept");
    errorOf(() => engine.planUndo(), "not-kept");
    assertSameTree(workspace.tree(), before);
  });
});
