import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import { stateAt } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../../helpers/tree";

const broken = (code: string) => Object.assign(new Error(code), { code });

describe("an interrupted restore that cannot be finished yet", () => {
  const makeWorkspace = workspaceForEach();

  /** Dies when the second file is put in place; nothing is written after that. */
  const dying = (): Disk => {
    let renames = 0;
    let isDead = false;
    const alive =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A) => {
        if (isDead && !String(args[0]).endsWith("lock")) throw broken("EIO");
        work(...args);
      };
    return {
      ...quickDisk,
      rename: alive((from, to) => {
        isDead = from.includes(".checkpoint-") && ++renames === 2;
        if (isDead) throw broken("EIO");
        quickDisk.rename(from, to);
      }),
      write: alive((fd: number, bytes: Uint8Array) => {
        quickDisk.write(fd, bytes);
      }),
      unlink: alive((path: string) => quickDisk.unlink(path)),
    };
  };

  it("is not finished through a symlink that replaced the folder", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const window = await workspace.open();
    window.checkpoint({ name: "one" });
    workspace.write("a", "2");
    workspace.write("b", "2");
    window.checkpoint({ name: "two" });
    const other = await workspace.open({ disk: dying() });
    const plan = other.planRestore({ to: "one" });
    assert.throws(() => other.applyRestore(plan.id));
    const moved = path.join(workspace.base, "moved");
    fs.renameSync(workspace.root, moved);
    fs.symlinkSync(moved, workspace.root);
    const before = treeOf(moved);
    window.pin("two", true);
    assertSameTree(treeOf(moved), before, "the folder behind the link");
  });

  const troubles: Record<string, (workspace: TempWorkspace) => Partial<Disk>> =
    {
      "a file cannot be replaced": ({ root }) => ({
        rename(from, to) {
          if (to.startsWith(root)) throw broken("EACCES");
          quickDisk.rename(from, to);
        },
      }),
      "a file cannot be looked at": ({ root }) => ({
        open(path, flags, mode) {
          if (path === root + "/b") throw broken("EIO");
          return quickDisk.open(path, flags, mode);
        },
        lstat(path) {
          if (path === root + "/b") throw broken("EACCES");
          return quickDisk.lstat(path);
        },
      }),
      "a file is being written all the time": ({ root }) => {
        let writes = 0;
        let file = -1;
        return {
          open(path, flags, mode) {
            const fd = quickDisk.open(path, flags, mode);
            if (path === root + "/b") file = fd;
            return fd;
          },
          stat(fd) {
            const stat = quickDisk.stat(fd);
            return fd === file ? { ...stat, mtimeMs: ++writes } : stat;
          },
          close(fd) {
            quickDisk.close(fd);
            if (fd === file) file = -1;
          },
        };
      },
    };
  for (const [what, trouble] of Object.entries(troubles))
    it(`blocks nobody from using the history: ${what}`, async () => {
      const workspace = makeWorkspace({ a: "1", b: "1" });
      let engine = await workspace.open();
      engine.checkpoint({ name: "one" });
      const first = workspace.tree();
      workspace.write("a", "2");
      workspace.write("b", "2");
      engine.checkpoint({ name: "two" });
      const second = workspace.tree();
      engine = await workspace.reopen(engine, { disk: dying() });
      const plan = engine.planRestore({ to: "one" });
      assert.throws(() => engine.applyRestore(plan.id));
      assert.equal(workspace.text("a") + workspace.text("b"), "12");

      const disk = { ...quickDisk, ...trouble(workspace) };
      engine = await workspace.open({ disk });
      assertSameTree(stateAt(engine, "one"), first);
      assertSameTree(stateAt(engine, "two"), second);
      engine.pin("two", true);
      engine.prune();
      assert.equal(workspace.text("a") + workspace.text("b"), "12");

      engine = await workspace.reopen(engine);
      assertSameTree(workspace.tree(), first, "the folder once it can be");
      assert.equal(engine.restores()[0]?.state, "recovered");
    });
});
