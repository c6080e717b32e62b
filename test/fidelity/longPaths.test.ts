import assert from "node:assert/strict";
import type { Disk } from "../../src/base/disk";
import { restore, undo } from "../helpers/history";
import { quickDisk } from "../helpers/quickDisk";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree } from "../helpers/tree";

/**
 * The maximum length of a path in bytes. It is low here, so that the limit is the
 * same everywhere: Linux's 4,096 would need folders that other programs cannot
 * remove.
 */
function limited(root: string, bytes: number): Disk {
  const most = Buffer.byteLength(root) + 1 + bytes;
  const checked = (at: string) => {
    if (Buffer.byteLength(at) > most)
      throw Object.assign(new Error("too long"), { code: "ENAMETOOLONG" });
    return at;
  };
  return {
    ...quickDisk,
    lstat: (at) => quickDisk.lstat(checked(at)),
    readFolder: (at) => quickDisk.readFolder(checked(at)),
    open: (at, flags, mode) => quickDisk.open(checked(at), flags, mode),
    unlink: (at) => quickDisk.unlink(checked(at)),
    rename: (from, to) => quickDisk.rename(checked(from), checked(to)),
    symlink: (target, at) => quickDisk.symlink(target, checked(at)),
    makeFolder: (at, mode) => quickDisk.makeFolder(checked(at), mode),
  };
}

describe("a path at the limit of the system", () => {
  const makeWorkspace = workspaceForEach();
  // Names in it are shorter than those of temporary files, which do not fit there.
  const DEEP = `some/${"deep".repeat(18)}/`;
  const LIMIT = 100;
  const name = (bytes: number) => DEEP + "n".repeat(bytes - DEEP.length);

  for (const bytes of [LIMIT, LIMIT - 1, LIMIT - 20])
    it(`is restored, undone and deleted: ${LIMIT - bytes} bytes below`, async () => {
      const workspace = makeWorkspace({ [name(bytes)]: "1", a: "1" });
      const disk = limited(workspace.root, LIMIT);
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      const first = workspace.tree();
      workspace.write(name(bytes), "2");
      workspace.write(DEEP + "made".padEnd(LIMIT - DEEP.length, "-"), "2");
      workspace.write("a", "2");
      const second = workspace.tree();
      restore(engine, { to: "#0" });
      assertSameTree(workspace.tree(), first);
      undo(engine);
      assertSameTree(workspace.tree(), second);
      workspace.remove("some");
      restore(engine, { to: "#0" });
      assertSameTree(workspace.tree(), first);
    });

  it("leaves nothing behind if the restore is interrupted", async () => {
    const workspace = makeWorkspace({ [name(LIMIT)]: "1", a: "1" });
    const disk = limited(workspace.root, LIMIT);
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.write(name(LIMIT), "2");
    workspace.write("a", "2");
    const before = workspace.tree();
    const failing = await workspace.reopen(engine, {
      disk: {
        ...disk,
        rename: () => {
          throw Object.assign(new Error("no"), { code: "EIO" });
        },
      },
    });
    const plan = failing.planRestore({ to: "#0" });
    assert.equal(failing.applyRestore(plan).applied, false);
    assertSameTree(workspace.tree(), before);
  });

  for (const how of ["restore", "revert"] as const)
    it(`is left alone if it cannot be created, and the rest is restored: ${how}`, async () => {
      const workspace = makeWorkspace({ keep: "k" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.write(name(LIMIT + 1), "1");
      workspace.write("a", "1");
      engine.checkpoint();
      workspace.remove("some");
      workspace.remove("a");
      engine.checkpoint({ name: "gone" });
      const shorter = await workspace.reopen(engine, {
        disk: limited(workspace.root, LIMIT),
      });
      const plan =
        how === "restore"
          ? shorter.planRestore({ to: "#1" })
          : shorter.planRevert({ ref: "gone" }).plan;
      const left = { path: name(LIMIT + 1), reason: "name" };
      assert.deepEqual(plan.leftAlone, [left]);
      assert.ok(shorter.applyRestore(plan).applied);
      assert.equal(workspace.text("a"), "1");
      assert.ok(!workspace.exists("some"));
    });

  it("is restored at the actual limit of this system", async () => {
    const workspace = makeWorkspace({ a: "1" });
    // Folders as deep as the system can name a file in, to the last byte.
    const most = process.platform === "linux" ? 4095 : 1000;
    let folder = "";
    const room = () => most - Buffer.byteLength(workspace.root + folder) - 2;
    while (room() > 220) folder += "/" + "d".repeat(180);
    folder += "/" + "d".repeat(room() - 6);
    const file = folder.slice(1) + "/" + "f".repeat(room());
    workspace.write(file, "1");
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write(file, "2");
    restore(engine, { to: "#0" });
    assert.equal(workspace.text(file), "1");
    undo(engine);
    assert.equal(workspace.text(file), "2");
    workspace.remove(file);
    restore(engine, { to: "#0" });
    assert.equal(workspace.text(file), "1");
  });

  it("is not recorded as unreadable if there is no such file", async () => {
    const workspace = makeWorkspace({ a: "1", "folder/b": "1" });
    const engine = await workspace.open({ disk: quickDisk });
    engine.checkpoint();
    const { moment } = engine.resolve("workspace");
    const long = "x".repeat(300);
    for (const path of [long, `folder/${long}`, `${long}/below/it`]) {
      engine.capture({ paths: [path] });
      engine.planRestore({ to: "#0", paths: ["a", path] });
    }
    assert.equal(engine.resolve("workspace").moment, moment);
  });
});
