import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import { everythingGoes } from "../../helpers/everythingGoes";
import { restore, stateAt } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "./watchedDisk";

/**
 * A folder without permission to enter it, and optionally without permission to
 * list it.
 */
class LockingDisk {
  isLocked = false;
  readonly disk: Disk;
  private readonly folder: string;

  constructor({ root }: TempWorkspace, canList: boolean) {
    const locked = (this.folder = root + "/locked");
    const guard = (path: string) => {
      if (this.isLocked && path.startsWith(locked + "/")) throw errno("EACCES");
    };
    this.disk = {
      ...quickDisk,
      lstat: (path) => (guard(path), quickDisk.lstat(path)),
      realPath: (path) => (guard(path), quickDisk.realPath(path)),
      readLink: (path) => (guard(path), quickDisk.readLink(path)),
      open: (path, flags, mode) => (
        guard(path),
        quickDisk.open(path, flags, mode)
      ),
      unlink: (path) => (guard(path), quickDisk.unlink(path)),
      rename: (from, to) => (guard(to), quickDisk.rename(from, to)),
      readFolder: (path) => {
        if (!canList) guard(path + "/");
        return quickDisk.readFolder(path);
      },
    };
  }

  lock(): void {
    this.isLocked = true;
    // The folder's timestamps change with its mode.
    fs.chmodSync(this.folder, 0o755);
  }
}

describe("a folder that cannot be entered", () => {
  const makeWorkspace = workspaceForEach();

  for (const canList of [true, false])
    it(`does not prevent the rest from being recorded and restored${canList ? "" : ", nor does one that cannot be listed"}`, async () => {
      const workspace = makeWorkspace({
        "locked/a": "1",
        "locked/deep/b": "1",
        "locked/new then": "1",
        other: "1",
      });
      const locking = new LockingDisk(workspace, canList);
      const { disk } = locking;
      let engine = await workspace.open({ disk });
      engine.checkpoint();
      workspace.write("locked/a", "2");
      workspace.write("locked/deep/b", "2");
      workspace.remove("locked/new then");
      workspace.write("locked/new now", "2");
      workspace.write("other", "2");
      engine.checkpoint();
      const second = workspace.tree();

      locking.lock();
      workspace.write("other", "3");
      workspace.write("another", "3");
      const { filesChanged, skipped } = engine.checkpoint();
      assert.deepEqual(filesChanged, { added: 1, modified: 1, deleted: 0 });
      assert.ok(skipped.some(({ path }) => path.startsWith("locked")));
      engine = await workspace.reopen(engine, { disk });
      assert.equal(engine.capture().isNew, false);
      const told = engine.capture({ paths: ["locked/a", "locked/deep/b"] });
      assert.deepEqual(told.recorded, { added: [], modified: [], deleted: [] });

      for (const [to, text] of [
        ["0", "1"],
        ["1", "2"],
        ["2", "3"],
      ] as const) {
        const { plan } = restore(engine, { to });
        assert.equal(workspace.text("other"), text);
        const touched = [...plan.writes, ...plan.deletes];
        assert.deepEqual(
          touched.filter(({ path }) => path.startsWith("locked")),
          [],
        );
      }
      locking.isLocked = false;
      engine.checkpoint();
      restore(engine, { to: "1" });
      for (const [path, { bytes }] of second)
        assert.ok(workspace.read(path).equals(bytes), path);
      assert.equal(stateAt(engine, "1").size, second.size);
    });

  it("keeps its files, even if it was opened since and everything in between is forgotten", async () => {
    const workspace = makeWorkspace({ "locked/a": "1", other: "1" });
    const locking = new LockingDisk(workspace, false);
    locking.lock();
    const engine = await workspace.open({
      disk: locking.disk,
      settings: { retention: everythingGoes },
    });
    engine.checkpoint({ kind: "manual" });
    locking.isLocked = false;
    engine.capture();
    workspace.write("locked/a", "2");
    engine.capture();
    workspace.write("other", "2");
    engine.capture();
    engine.prune();
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.leftAlone, [
      { path: "locked/a", reason: "ignored-then" },
    ]);
    assert.equal(workspace.text("locked/a"), "2");
    assert.equal(workspace.text("other"), "1");
  });

  it("also keeps them if its path is too long to be opened", async () => {
    const workspace = makeWorkspace({ other: "1" });
    const name = "n".repeat(200);
    const here = process.cwd();
    process.chdir(workspace.root);
    for (let depth = 0; depth < 25; depth++) {
      fs.mkdirSync(name);
      process.chdir(name);
    }
    fs.writeFileSync("file", "too deep");
    process.chdir(here);
    try {
      const engine = await workspace.open();
      const { skipped } = engine.checkpoint();
      assert.deepEqual([...stateAt(engine, "0").keys()], ["other"]);
      assert.equal(skipped.length, 1);
    } finally {
      execFileSync("rm", ["-r", name], { cwd: workspace.root });
    }
  });
});
