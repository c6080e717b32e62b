import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { everythingGoes } from "../../helpers/everythingGoes";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

describe("a restore that fails and cannot be rolled back either", () => {
  const makeWorkspace = workspaceForEach();

  /** A disk that is full after this many files were put in place. */
  class FillingDisk {
    left = Infinity;
    isJournalFull = false;
    readonly disk: Disk;

    constructor({ root, storeDir }: TempWorkspace) {
      const full = () => Object.assign(new Error("full"), { code: "ENOSPC" });
      const paths = new Map<number, string>();
      this.disk = {
        ...quickDisk,
        rename: (from, to) => {
          if (to.startsWith(root) && --this.left < 0) throw full();
          quickDisk.rename(from, to);
        },
        open: (path, flags, mode) => {
          const fd = quickDisk.open(path, flags, mode);
          paths.set(fd, path);
          return fd;
        },
        write: (fd, bytes) => {
          const isStore = paths.get(fd)!.startsWith(storeDir);
          if (this.isJournalFull && this.left < 0 && isStore) throw full();
          quickDisk.write(fd, bytes);
        },
      };
    }
  }

  /** Two of four files are done, then every write fails. */
  const failTwice = async (isJournalFull = false) => {
    const workspace = makeWorkspace({ a: "1", b: "1", c: "1", gone: "1" });
    const filling = new FillingDisk(workspace);
    const engine = await workspace.open({ disk: filling.disk });
    engine.checkpoint();
    const planned = workspace.tree();
    for (const name of ["a", "b", "c"]) workspace.write(name, "2 " + name);
    workspace.remove("gone");
    engine.checkpoint();
    const before = workspace.tree();
    const told: string[] = [];
    engine.onDidChange((event) => {
      if (event.type === "unended") told.push(event.error.problem);
    });
    const plan = engine.planRestore({ to: "#0" });
    filling.left = 2;
    filling.isJournalFull = isJournalFull;
    const apply = () => engine.applyRestore(plan.id);
    if (isJournalFull) assert.throws(apply, { code: "disk-full" });
    else {
      const report = apply();
      assert.equal(report.applied, false);
      assert.equal(report.failures[0]?.code, "disk-full");
      assert.equal(report.isHalfDone, true);
      assert.equal(report.failures[1]!.isRollback, true);
      assert.equal(told.length, 1);
    }
    assert.equal(workspace.text("a"), "1");
    assert.equal(workspace.text("c"), "2 c");
    const free = () => {
      filling.left = Infinity;
      filling.isJournalFull = false;
    };
    return { workspace, engine, planned, before, told, free };
  };

  const isOver = (engine: Engine) =>
    assert.equal(engine.restores()[0]?.state, "rolled-back");

  it("reports that, and is rolled back when the history is next opened", async () => {
    const { workspace, engine, before, free } = await failTwice();
    free();
    isOver(await workspace.reopen(engine));
    assertSameTree(workspace.tree(), before, "the folder once recovered");
  });

  it("leaves what a person put back by hand, byte for byte, and rolls back the rest", async () => {
    const { workspace, engine, before, free } = await failTwice();
    free();
    workspace.write("a", "2 a");
    const { ino, mtimeMs } = fs.statSync(workspace.at("a"));
    isOver(await workspace.reopen(engine));
    assertSameTree(workspace.tree(), before);
    const now = fs.statSync(workspace.at("a"));
    assert.deepEqual([now.ino, now.mtimeMs], [ino, mtimeMs], "not written");
  });

  it("does nothing more if a person put everything back by hand", async () => {
    const { workspace, engine, before, free } = await failTwice();
    free();
    workspace.write("a", "2 a");
    workspace.write("b", "2 b");
    isOver(await workspace.reopen(engine));
    assertSameTree(workspace.tree(), before);
  });

  it("leaves files alone that were edited since, and reports them", async () => {
    const { workspace, engine, before, free } = await failTwice();
    free();
    workspace.write("a", "worked on");
    const again = await workspace.reopen(engine);
    isOver(again);
    before.set("a", { mode: "644", bytes: Buffer.from("worked on") });
    assertSameTree(workspace.tree(), before);
  });

  it("is consistent even if its failure could not be recorded", async () => {
    const { workspace, engine, before, planned, free } = await failTwice(true);
    free();
    const again = await workspace.reopen(engine);
    assertSameTree(workspace.tree(), planned);
    assert.ok(again.applyRestore(again.planUndo().id).applied);
    assertSameTree(workspace.tree(), before);
  });

  it("is not retried or reported again on every call of the same process", async () => {
    const { workspace, engine, told } = await failTwice();
    workspace.write("new", "n");
    engine.capture();
    assert.equal(told.length, 1);
  });

  it("is rolled back before the next restore is planned, which then counts", async () => {
    const { workspace, engine, before, planned, free } = await failTwice();
    free();
    const plan = engine.planRestore({ to: "#0" });
    assertSameTree(workspace.tree(), before, "the folder once planned");
    assert.ok(engine.applyRestore(plan.id).applied);
    await workspace.reopen(engine);
    assertSameTree(workspace.tree(), planned);
  });

  it("has ended once something else was restored", async () => {
    const { workspace, engine, planned, free } = await failTwice();
    // Still full: the new plan starts from a mixed state.
    const plan = engine.planRestore({ to: "#0" });
    free();
    assert.ok(engine.applyRestore(plan.id).applied);
    assertSameTree(workspace.tree(), planned);
    const again = await workspace.reopen(engine);
    assertSameTree(workspace.tree(), planned, "the folder opened again");
    assert.equal(again.restores()[0]?.state, "done");
  });

  it("finds what it needs, whatever was pruned and compacted meanwhile", async () => {
    const { workspace, engine, before, free } = await failTwice();
    const guard = engine.list({ kinds: ["guard"] }).checkpoints[0]!;
    engine.delete(["#0", "#1", `#${guard.number}`]);
    engine.configure({ retention: everythingGoes });
    for (const name of ["x", "y"]) {
      workspace.write(name, name);
      engine.capture();
      engine.prune();
      engine.compact();
    }
    free();
    before.set("x", { mode: "644", bytes: Buffer.from("x") });
    before.set("y", { mode: "644", bytes: Buffer.from("y") });
    isOver(await workspace.reopen(engine));
    assertSameTree(workspace.tree(), before);
  });
});
