import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import type { RestorePlan } from "../../../src/engine/model/restorePlan";
import { errorOf } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { treeOf } from "../../helpers/tree";

describe("what is outside the folder", () => {
  const makeWorkspace = workspaceForEach();

  it("is not cleaned up: temporary files behind a symlink belong to somebody else", async () => {
    const workspace = makeWorkspace({ "src/deep/a": "1", b: "1" });
    let isBroken = false;
    const disk: Disk = {
      ...quickDisk,
      rename(from, to) {
        if (isBroken && to.endsWith("/b"))
          throw Object.assign(new Error("broken"), { code: "EIO" });
        quickDisk.rename(from, to);
      },
    };
    let engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.write("src/deep/a", "2");
    workspace.write("b", "2");
    const plan = engine.planRestore({ to: "#0" });
    isBroken = true;
    assert.equal(engine.applyRestore(plan.id).applied, false);

    const outside = path.join(workspace.base, "outside");
    fs.mkdirSync(path.join(outside, "deep"), { recursive: true });
    const theirs = path.join(outside, "deep", ".checkpoint-abc-1.tmp");
    fs.writeFileSync(theirs, "staged by a restore over there");
    workspace.remove("src");
    workspace.link("src", outside);
    engine = await workspace.reopen(engine);
    engine.checkpoint();
    assert.ok(fs.existsSync(theirs));
  });

  it("is not written by a plan whose id is a path", async () => {
    const workspace = makeWorkspace({ a: "1" });
    // Some platforms resolve `..` without checking what is before it.
    fs.mkdirSync(workspace.at(".checkpoint-"));
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "2");
    const plan = engine.planRestore({ to: "#0" });
    const before = treeOf(workspace.base).size;
    for (const id of ["/../../evil", "/../evil", "", "a b", "x".repeat(300)])
      errorOf(() => engine.applyRestore({ ...plan, id }), "bad-input");
    assert.equal(treeOf(workspace.base).size, before);
    assert.equal(workspace.text("a"), "2");
    assert.ok(engine.applyRestore(plan).applied);
  });

  const forged: Record<string, (plan: RestorePlan) => void> = {
    "writes above the folder": (plan) => (plan.writes[0]!.path = "../x"),
    "writes into a repository": (plan) => (plan.writes[0]!.path = ".git/x"),
    "deletes above the folder": (plan) => (plan.deletes[0]!.path = "../x"),
    "deletes from a repository": (plan) => (plan.deletes[0]!.path = ".git/x"),
    "is about what is above the folder": (plan) =>
      plan.scope.paths.push("../x"),
    "has no hash to write": (plan) => (plan.writes[0]!.after.hash = "x"),
    "has no mode to write": (plan) => (plan.writes[0]!.after.mode = 0.5),
    "has no hash to replace": (plan) => (plan.writes[0]!.before!.hash = "x"),
    "has no hash to delete": (plan) => (plan.deletes[0]!.before.hash = "x"),
  };
  for (const [what, forge] of Object.entries(forged))
    it(`is safe from a plan that ${what}`, async () => {
      const workspace = makeWorkspace({ a: "1" });
      fs.writeFileSync(path.join(workspace.base, "x"), "theirs");
      workspace.write(".git/x", "git's");
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.write("a", "2");
      workspace.write("made", "2");
      const plan = engine.planRestore({ to: "#0" });
      const { total } = engine.list();
      const before = treeOf(workspace.base).size;
      forge(plan);
      const { code } = errorOf(() => engine.applyRestore(plan));
      assert.match(code, /^bad-(input|path)$/);
      assert.equal(engine.list().total, total, "no guard");
      assert.equal(treeOf(workspace.base).size, before);
      assert.equal(workspace.text("a"), "2");
    });
});
