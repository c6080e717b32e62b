import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk, DiskStat } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { undo } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

/** Every file has the same old timestamps, so only its size shows a change. */
const timeless: Disk = (() => {
  const atMs = 1_600_000_000_000.5;
  const still = <T extends DiskStat | null>(stat: T): T =>
    stat?.kind === "file" ? { ...stat, mtimeMs: atMs, ctimeMs: atMs } : stat;
  return {
    ...quickDisk,
    lstat: (path) => still(quickDisk.lstat(path)),
    stat: (fd) => still(quickDisk.stat(fd)),
  };
})();

/**
 * A write in progress, a memory map or a server's clock can change a file without
 * changing its timestamps: what is replaced or deleted is compared by content.
 */
describe("a change that no timestamp shows", () => {
  const makeWorkspace = workspaceForEach();
  const SEEN = "seen bytes";
  const UNSEEN = "not seen!!";

  /** Written in place with the same size, so that the capture before a plan misses it. */
  const rewrite = (workspace: TempWorkspace, name: string) => {
    const fd = fs.openSync(workspace.at(name), "r+");
    fs.writeSync(fd, UNSEEN, 0);
    fs.closeSync(fd);
  };

  const start = async () => {
    const workspace = makeWorkspace({ a: "first", "dir/b": "first", c: "c" });
    const engine = await workspace.open({ disk: timeless });
    engine.checkpoint();
    engine.recordMessage({
      thread: "t",
      message: "m",
      role: "user",
      text: "do it",
      source: "bot",
    });
    workspace.write("a", SEEN);
    workspace.write("made", SEEN);
    engine.capture({ source: "bot", thread: "t" });
    engine.checkpoint({ name: "second" });
    return { workspace, engine };
  };

  const held = (engine: Engine, at: number, name: string) =>
    Buffer.from(engine.read(`#${at}`, name)).toString();

  for (const paths of [[], ["a", "made"]])
    it(`is in the guard of a restore, and comes back with undo: ${paths.join(", ") || "everything"}`, async () => {
      const { workspace, engine } = await start();
      rewrite(workspace, "a");
      rewrite(workspace, "made");
      assert.ok(!engine.capture().isNew, "a capture by times does not see it");
      const before = workspace.tree();
      const report = engine.applyRestore(
        engine.planRestore({ to: "#0", paths }),
      );
      assert.deepEqual(report.failures, []);
      assert.equal(workspace.text("a"), "first");
      assert.ok(!workspace.exists("made"));
      assert.equal(held(engine, report.guard!.number, "a"), UNSEEN);
      undo(engine);
      assert.deepEqual(workspace.tree(), before);
    });

  for (const what of [{ ref: "second" }, { source: "bot" }, { thread: "t" }])
    it(`is merged by a revert, not overwritten: ${Object.keys(what)[0]}`, async () => {
      const { workspace, engine } = await start();
      rewrite(workspace, "a");
      const before = workspace.tree();
      const { conflicts } = engine.planRevert(what);
      assert.deepEqual(
        conflicts.map(({ path, ours }) => [path, ours]),
        [["a", UNSEEN]],
      );
      const { plan } = engine.planRevert({ ...what, resolve: { a: "theirs" } });
      const report = engine.applyRestore(plan);
      assert.ok(report.applied);
      assert.equal(workspace.text("a"), "first");
      assert.equal(held(engine, report.guard!.number, "a"), UNSEEN);
      undo(engine);
      assert.deepEqual(workspace.tree(), before);
    });

  it("is in the guard of a rewound conversation", async () => {
    const { workspace, engine } = await start();
    rewrite(workspace, "a");
    rewrite(workspace, "made");
    const before = workspace.tree();
    const request = { thread: "t", message: "m", apply: true };
    assert.ok(engine.editMessage(request).applied);
    assert.equal(workspace.text("a"), "first");
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
  });

  it("is in the guards of undo and redo", async () => {
    const { workspace, engine } = await start();
    engine.applyRestore(engine.planRestore({ to: "#0" }));
    workspace.write("a", "longer than it was");
    engine.checkpoint();
    engine.applyRestore(engine.planRestore({ to: "second", paths: ["a"] }));
    for (const verb of ["planUndo", "planRedo"] as const) {
      fs.writeFileSync(
        workspace.at("a"),
        workspace.text("a").replace(/./g, "?"),
      );
      const text = workspace.text("a");
      const report = engine.applyRestore(engine[verb]());
      assert.ok(report.applied, verb);
      assert.notEqual(workspace.text("a"), text);
      assert.equal(held(engine, report.guard!.number, "a"), text, verb);
    }
  });

  it("makes a restore write the file although the record says it already matches", async () => {
    const { workspace, engine } = await start();
    rewrite(workspace, "a");
    const plan = engine.planRestore({ to: "second", paths: ["a"] });
    assert.deepEqual(
      plan.writes.map(({ path }) => path),
      ["a"],
    );
    assert.ok(engine.applyRestore(plan).applied);
    assert.equal(workspace.text("a"), SEEN);
    undo(engine);
    assert.equal(workspace.text("a"), UNSEEN);
  });

  it("stops a restore that was planned before it", async () => {
    for (const name of ["a", "made"]) {
      const { workspace, engine } = await start();
      const plan = engine.planRestore({ to: "#0" });
      rewrite(workspace, name);
      const before = workspace.tree();
      const report = engine.applyRestore(plan);
      assert.equal(report.applied, false);
      assert.equal(report.failures[0]?.path, name);
      assert.deepEqual(workspace.tree(), before);
      assert.ok(engine.applyRestore(engine.planRestore({ to: "#0" })).applied);
      undo(engine);
      assert.deepEqual(workspace.tree(), before);
    }
  });
});
