import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk } from "../../src/base/disk";
import { linkText } from "../../src/base/links";
import { SYMLINK } from "../../src/engine/model/version";
import { restore, undo } from "../helpers/history";
import { quickDisk } from "../helpers/quickDisk";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree } from "../helpers/tree";

const refuse = (code: string) => {
  throw Object.assign(new Error(`${code}: injected`), { code });
};

/** How creating a link fails where links are impossible. */
const REFUSALS: Record<string, Partial<Disk>> = {
  "Windows refuses the account": { symlink: () => refuse("EPERM") },
  "the disk has none": { symlink: () => refuse("ENOTSUP") },
  "the driver has none": { symlink: () => refuse("ENOSYS") },
  "Wine makes nothing and says that it did": { symlink() {} },
};

for (const [why, changes] of Object.entries(REFUSALS))
  describe(`a restore where links cannot be created: ${why}`, () => {
    const makeWorkspace = workspaceForEach();
    const disk: Disk = { ...quickDisk, hasLinks: () => false, ...changes };
    const linkAlone = (path: string) => ({ path, reason: "link" });

    it("leaves links alone one by one, lists them, and restores the rest", async () => {
      const workspace = makeWorkspace({ a: "1", "src/b": "1" });
      const engine = await workspace.open({ disk });
      engine.importState([
        ...["a", "src/b", "src/new"].map((path) => ({
          ...{ path, mode: 0o644, isUnsaved: false },
          read: () => Buffer.from("imported"),
        })),
        ...["link", "src/other"].map((path) => ({
          ...{ path, mode: SYMLINK, isUnsaved: false },
          read: () => Buffer.from("a"),
        })),
      ]);
      const plan = engine.planRestore({ to: "#0" });
      assert.deepEqual(plan.leftAlone, ["link", "src/other"].map(linkAlone));
      const { applied } = engine.applyRestore(plan.id);
      assert.ok(applied);
      assert.equal(workspace.text("a"), "imported");
      assert.equal(workspace.text("src/new"), "imported");
      assert.deepEqual(names(workspace.root), ["a", "src", "src/b", "src/new"]);
      undo(engine);
      assert.equal(workspace.text("src/b"), "1");
      assert.deepEqual(names(workspace.root), ["a", "src", "src/b"]);
    });

    it("keeps existing links, which an undo could not recreate", async () => {
      const workspace = makeWorkspace({ a: "1", "folder/in it": "1", b: "1" });
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      workspace.remove("folder");
      for (const name of ["made", "folder", "b"]) {
        if (name === "b") workspace.remove(name);
        workspace.link(name, "a");
      }
      workspace.write("a", "2");
      engine.checkpoint();
      const plan = engine.planRestore({ to: "#0" });
      const left = plan.leftAlone.toSorted((a, b) =>
        a.path < b.path ? -1 : 1,
      );
      assert.deepEqual(left, [
        linkAlone("b"),
        linkAlone("folder"),
        { path: "folder/in it", reason: "blocked" },
        linkAlone("made"),
      ]);
      assert.deepEqual(plan.deletes, []);
      restore(engine, { to: "#0" });
      assert.equal(workspace.text("a"), "1");
      for (const name of ["made", "folder", "b"])
        assert.equal(fs.readlinkSync(workspace.at(name)), "a");
    });

    it("leaves them alone in a revert as well", async () => {
      const workspace = makeWorkspace({ a: "1" });
      workspace.link("link", "a");
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      workspace.remove("link");
      workspace.write("a", "2");
      engine.checkpoint();
      const { plan } = engine.planRevert({ ref: "#1" });
      assert.deepEqual(plan.leftAlone, [linkAlone("link")]);
      assert.ok(engine.applyRestore(plan.id).applied);
      assert.equal(workspace.text("a"), "1");
      assert.deepEqual(names(workspace.root), ["a"]);
    });
  });

describe("whether links can be created", () => {
  const makeWorkspace = workspaceForEach();

  it("is not tried for a plan without links, nor on a disk known to have them", async () => {
    for (const hasLinks of [true, false]) {
      const workspace = makeWorkspace({ a: "1" });
      if (hasLinks) workspace.link("link", "a");
      const engine = await workspace.open({
        disk: { ...quickDisk, hasLinks: () => hasLinks, symlink: assert.fail },
      });
      engine.checkpoint();
      if (hasLinks) workspace.remove("link");
      workspace.write("a", "2");
      const plan = engine.planRestore({ to: "#0" });
      assert.deepEqual(plan.leftAlone, []);
      assert.equal(plan.writes.length, hasLinks ? 2 : 1);
    }
  });

  it("is tried once, and leaves nothing behind", async () => {
    const workspace = makeWorkspace({ a: "1", "src/b": "1" });
    workspace.link("link", "a");
    workspace.link("src/link", "b");
    let tries = 0;
    const engine = await workspace.open({
      disk: {
        ...quickDisk,
        hasLinks: () => false,
        symlink(target, path) {
          tries++;
          quickDisk.symlink(target, path);
        },
      },
    });
    engine.checkpoint();
    const wanted = workspace.tree();
    workspace.remove("link");
    workspace.remove("src/link");
    engine.planRestore({ to: "#0" });
    engine.planRestore({ to: "#0" });
    assert.equal(tries, 1);
    assert.deepEqual(names(workspace.root), ["a", "src", "src/b"]);
    restore(engine, { to: "#0" });
    assertSameTree(workspace.tree(), wanted);
  });

  it("is not concluded from a failure of another kind, which is reported", async () => {
    const engine = await makeWorkspace({ a: "1" }).open({
      disk: {
        ...quickDisk,
        hasLinks: () => false,
        symlink: () => refuse("ENOSPC"),
      },
    });
    const read = () => Buffer.from("a");
    engine.importState([{ path: "link", mode: SYMLINK, read }]);
    const plan = engine.planRestore({ to: "#0" });
    assert.deepEqual(plan.leftAlone, []);
    assert.equal(engine.applyRestore(plan.id).applied, false);
  });
});

describe("the text of a link", () => {
  it("uses slashes like any other path, also on Windows", () => {
    const of = (text: string, platform: NodeJS.Platform) =>
      linkText(Buffer.from(text), platform).toString();
    assert.equal(of("..\\src\\a", "win32"), "../src/a");
    assert.equal(of("C:\\x", "win32"), "C:/x");
    assert.equal(of("odd\\name", "linux"), "odd\\name");
  });
});

function names(folder: string): string[] {
  const all = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.map((name) => name.replaceAll("\\", "/")).sort();
}
