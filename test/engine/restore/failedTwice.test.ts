import assert from "node:assert/strict";
import type { Disk } from "../../../src/base/disk";
import { quickDisk } from "../../helpers/quickDisk";
import { TempWorkspace } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

describe("a restore that fails and cannot be taken back either", () => {
  it("says so, and is finished when the history is opened next", async () => {
    const workspace = new TempWorkspace({ a: "1", b: "1", c: "1" });
    try {
      let left = Infinity;
      const full = () => Object.assign(new Error("full"), { code: "ENOSPC" });
      const disk: Disk = {
        ...quickDisk,
        rename(from, to) {
          if (to.startsWith(workspace.root) && --left < 0) throw full();
          quickDisk.rename(from, to);
        },
      };
      let engine = await workspace.open({ disk });
      engine.checkpoint();
      const planned = workspace.tree();
      for (const name of ["a", "b", "c"]) workspace.write(name, "2 " + name);
      engine.checkpoint();
      const before = workspace.tree();

      const told: string[] = [];
      engine.onDidChange((event) => {
        if (event.type === "damaged") told.push(event.detail);
      });
      const plan = engine.planRestore({ to: "#0" });
      left = 2;
      const report = engine.applyRestore(plan.id);
      assert.equal(report.applied, false);
      assert.equal(report.failures[0]?.code, "disk-full");
      assert.match(told.join(), /could not be taken back wholly/);
      assert.equal(workspace.text("a"), "1");
      assert.equal(workspace.text("c"), "2 c");

      left = Infinity;
      engine = await workspace.reopen(engine);
      assertSameTree(workspace.tree(), planned, "the folder once recovered");
      const undo = engine.planUndo();
      assert.ok(engine.applyRestore(undo.id).applied);
      assertSameTree(workspace.tree(), before, "the folder undone");
    } finally {
      workspace.dispose();
    }
  });
});
