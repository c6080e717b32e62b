import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import { CheckpointError } from "../../../src/engine/model/errors";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../../helpers/tree";

/** Another process writes during a restore, and nobody's bytes are lost. */
describe("a file that changes during a restore", () => {
  const makeWorkspace = workspaceForEach();

  /**
   * A disk on which something happens once, right after the first staged or placed
   * file.
   */
  const interrupted = (
    workspace: TempWorkspace,
    when: "staged" | "placed",
    happens: () => void,
  ) => {
    let isArmed = false;
    const temps = new Set<number>();
    const fire = () => {
      if (isArmed) happens();
      isArmed = false;
    };
    const disk: Disk = {
      ...quickDisk,
      open(path, flags, mode) {
        const fd = quickDisk.open(path, flags, mode);
        if (path.includes(".checkpoint-")) temps.add(fd);
        return fd;
      },
      close(fd) {
        quickDisk.close(fd);
        if (temps.delete(fd) && when === "staged") fire();
      },
      rename(from, to) {
        quickDisk.rename(from, to);
        if (when === "placed" && to.startsWith(workspace.root)) fire();
      },
    };
    return { disk, arm: () => void (isArmed = true) };
  };

  const start = async (
    when: "staged" | "placed",
    happens: (workspace: TempWorkspace) => void,
  ) => {
    const workspace = makeWorkspace({ a: "1", b: "1", c: "1" });
    const { disk, arm } = interrupted(workspace, when, () =>
      happens(workspace),
    );
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    for (const name of ["a", "b", "c"]) workspace.write(name, "2 " + name);
    workspace.write("made", "since");
    const plan = engine.planRestore({ to: "#0" });
    const before = workspace.tree();
    arm();
    return { workspace, engine, plan, before };
  };

  for (const when of ["staged", "placed"] as const) {
    it(`is not overwritten, and everything is as before: ${when}`, async () => {
      const { workspace, engine, plan, before } = await start(when, (w) =>
        w.write("c", "written meanwhile"),
      );
      const report = engine.applyRestore(plan.id);
      assert.equal(report.applied, false);
      assert.equal(report.failures[0]?.code, "plan-changed");
      assert.equal(report.failures[0]?.path, "c");
      before.set("c", { mode: "644", bytes: Buffer.from("written meanwhile") });
      assertSameTree(workspace.tree(), before);
    });

    it(`is not deleted: ${when}`, async () => {
      const { workspace, engine, plan, before } = await start(when, (w) =>
        w.write("made", "worked on"),
      );
      assert.equal(engine.applyRestore(plan.id).applied, false);
      before.set("made", { mode: "644", bytes: Buffer.from("worked on") });
      assertSameTree(workspace.tree(), before);
    });

    it(`is not replaced where there was nothing: ${when}`, async () => {
      const { workspace, engine } = await start(when, (w) =>
        w.write("c", "made meanwhile"),
      );
      fs.rmSync(workspace.at("c"));
      const plan = engine.planRestore({ to: "#0" });
      assert.equal(engine.applyRestore(plan.id).applied, false);
      assert.equal(workspace.text("c"), "made meanwhile");
      assert.equal(workspace.text("b"), "2 b");
    });
  }

  it("is not deleted if it blocks a folder", async () => {
    const workspace = makeWorkspace({ "place/a": "1", b: "1" });
    const { disk, arm } = interrupted(workspace, "staged", () =>
      workspace.write("place", "worked on"),
    );
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.remove("place");
    workspace.write("place", "a file");
    workspace.write("b", "2");
    const plan = engine.planRestore({ to: "#0" });
    arm();
    assert.equal(engine.applyRestore(plan.id).applied, false);
    assert.equal(workspace.text("place"), "worked on");
    assert.equal(workspace.text("b"), "2");
  });

  it("is not recorded with its old content: an ignored file that is written during a scan", async () => {
    const workspace = makeWorkspace({ a: "1" });
    let looks = 0;
    let writeAt = 0;
    const disk: Disk = {
      ...quickDisk,
      open(path, flags, mode) {
        if (path === workspace.at("a") && ++looks === writeAt)
          workspace.write("a", "written meanwhile");
        return quickDisk.open(path, flags, mode);
      },
    };
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.write(".gitignore", "a\n");
    const apply = (at: number) => {
      workspace.write("a", `never held before: ${at}`);
      writeAt = 0;
      const plan = engine.planRestore({ to: "#0", paths: ["a"] });
      looks = 0;
      writeAt = at;
      return engine.applyRestore(plan);
    };
    assert.ok(apply(0).applied);
    const all = looks;
    for (let at = 1; at <= all; at++) {
      const failure = failureOf(() => apply(at));
      assert.equal(failure, "plan-changed", `look ${at} of ${all}`);
      assert.equal(workspace.text("a"), "written meanwhile");
      assert.deepEqual(engine.verify().damaged, []);
    }
  });

  for (const when of ["staged", "placed"] as const)
    it(`a folder replaced by a symlink is not written through: ${when}`, async () => {
      const outside = (w: TempWorkspace) => path.join(w.base, "outside");
      const workspace = makeWorkspace({ a: "1", "src/b": "1", "src/c": "1" });
      const { disk, arm } = interrupted(workspace, when, () => {
        fs.cpSync(workspace.at("src"), outside(workspace), { recursive: true });
        workspace.remove("src");
        workspace.link("src", outside(workspace));
      });
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      workspace.write("a", "2");
      workspace.write("src/b", "2");
      workspace.write("src/made", "2");
      const plan = engine.planRestore({ to: "#0" });
      arm();
      assert.equal(engine.applyRestore(plan.id).applied, false);
      assert.equal(workspace.text("a"), "2");
      const theirs = treeOf(outside(workspace));
      assert.equal(theirs.get("b")?.bytes.toString(), "2");
      assert.equal(theirs.get("made")?.bytes.toString(), "2");
      assert.ok(fs.lstatSync(workspace.at("src")).isSymbolicLink());
      // Nor at the next open.
      await workspace.reopen(engine);
      assertSameTree(treeOf(outside(workspace)), theirs, "the folder outside");
    });

  it("is left as it is when a failed restore is rolled back", async () => {
    const { workspace, engine, plan } = await start("placed", (w) => {
      w.write("a", "written over what was restored");
      w.write("c", "written meanwhile");
    });
    const report = engine.applyRestore(plan.id);
    assert.equal(report.applied, false);
    assert.deepEqual(
      report.failures.map((failure) => failure.path),
      ["c", "a"],
    );
    assert.equal(workspace.text("a"), "written over what was restored");
    assert.equal(workspace.text("b"), "2 b");
    assert.equal(workspace.text("c"), "written meanwhile");
    assert.equal(workspace.text("made"), "since");
    // It has ended: nothing is done about it at the next open.
    const tree = workspace.tree();
    await workspace.reopen(engine);
    assertSameTree(workspace.tree(), tree);
  });

  it("is left as it is if it is written while a failed restore is being rolled back", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1", c: "1", d: "1" });
    let placed = 0;
    const disk: Disk = {
      ...quickDisk,
      rename(from, to) {
        quickDisk.rename(from, to);
        if (!to.startsWith(workspace.root)) return;
        placed++;
        if (placed === 3) workspace.write("d", "written meanwhile");
        // The first file that is rolled back; the next one is already staged.
        if (placed === 4) workspace.write("b", "worked on");
      },
    };
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    for (const name of ["a", "b", "c", "d"]) workspace.write(name, "2 " + name);
    const report = engine.applyRestore(engine.planRestore({ to: "#0" }).id);
    assert.equal(report.applied, false);
    assert.ok(!report.isHalfDone);
    assert.deepEqual(
      report.failures.map(({ path, problem }) => [path, problem]),
      [
        ["d", "changed-while-restoring"],
        ["b", "left-as-changed"],
      ],
    );
    assert.equal(workspace.text("a"), "2 a");
    assert.equal(workspace.text("b"), "worked on");
    assert.equal(workspace.text("c"), "2 c");
    assert.equal(engine.restores()[0]?.state, "rolled-back");
    const tree = workspace.tree();
    await workspace.reopen(engine);
    assertSameTree(workspace.tree(), tree);
  });

  /** Another process writes to the first file right after it was put back. */
  const restoreAnd = async (write: (file: string) => void) => {
    const { engine, plan, workspace } = await start("placed", (w) =>
      write(w.at("a")),
    );
    const report = engine.applyRestore(plan.id);
    assert.equal(report.applied, true);
    assert.equal(workspace.text("b"), "1");
    const recorded = (ref: string) =>
      Buffer.from(engine.read(ref, "a")).toString();
    return { engine, report, recorded };
  };

  it("is recorded in its current state if it was written right after being put back", async () => {
    const { report, recorded } = await restoreAnd((file) =>
      fs.writeFileSync(file, "theirs"),
    );
    assert.equal(recorded(`@${report.moment}`), "theirs");
  });

  it("is released by the next scan if a new rule ignores it", async () => {
    const { engine, report } = await restoreAnd((file) =>
      fs.writeFileSync(path.join(path.dirname(file), ".gitignore"), "a\n"),
    );
    assert.deepEqual(report.failures, []);
    const { moment } = engine.capture();
    const files = engine.files(`@${moment}`);
    assert.deepEqual(
      files.map((file) => file.path),
      [".gitignore", "b", "c"],
    );
  });

  it("is noticed by the next scan, even with the same size and its mtime reset", async () => {
    const { engine, recorded } = await restoreAnd((file) => {
      const { atime, mtime } = fs.statSync(file);
      fs.writeFileSync(file, "x");
      fs.utimesSync(file, atime, mtime);
    });
    const { moment } = engine.capture();
    assert.equal(recorded(`@${moment}`), "x");
  });

  it("leaves everything as planned or as before if it cannot be read for an instant", async () => {
    for (let n = 1, isOver = false; !isOver; n++) {
      const workspace = makeWorkspace({ a: "1", b: "1" });
      let looks = -1;
      const disk: Disk = {
        ...quickDisk,
        rename(from, to) {
          quickDisk.rename(from, to);
          if (to === workspace.at("a")) looks = 0;
        },
        lstat(path) {
          if (path === workspace.at("a") && looks >= 0 && ++looks === n)
            throw Object.assign(new Error("no"), { code: "EACCES" });
          return quickDisk.lstat(path);
        },
      };
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      const then = workspace.tree();
      workspace.write("a", "2");
      workspace.write("b", "2");
      const before = workspace.tree();
      const { applied } = engine.applyRestore(engine.planRestore({ to: "#0" }));
      assertSameTree(workspace.tree(), applied ? then : before, `look ${n}`);
      isOver = looks < n;
      assert.ok(!isOver || n > 2, "nothing was looked at");
    }
  });
});

/** Why nothing was restored, reported or thrown. */
function failureOf(work: () => RestoreReport): string | undefined {
  try {
    return work().failures[0]?.code;
  } catch (error) {
    return CheckpointError.from(error).code;
  }
}
