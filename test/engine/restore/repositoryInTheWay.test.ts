import assert from "node:assert/strict";
import fs from "node:fs";
import type { Engine } from "../../../src/engine/api";
import { FileModes } from "../../../src/engine/workspace/modes";
import { SafeWriter } from "../../../src/engine/workspace/safeWrite";
import { errorOf } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspacePath } from "../../../src/engine/model/workspacePath";

/** A new repository has empty folders. */
describe("a repository at the path of a file to be restored", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    workspace = new TempWorkspace({ x: "file", other: "1" });
    engine = await workspace.open();
    engine.checkpoint({ name: "one" });
    workspace.remove("x");
    workspace.write("other", "2");
    engine.checkpoint({ name: "two" });
  });
  afterEach(() => workspace.dispose());

  const initRepository = () => {
    workspace.write("x/.git/HEAD", "ref: refs/heads/main\n");
    for (const folder of ["branches", "objects/info", "refs/heads"])
      fs.mkdirSync(workspace.at("x/.git/" + folder), { recursive: true });
    fs.mkdirSync(workspace.at("x/empty"));
  };
  const everything = () =>
    fs.readdirSync(workspace.root, { recursive: true }).sort();

  it("prevents a revert from being planned, and loses nothing", () => {
    initRepository();
    const before = everything();
    const error = errorOf(() => engine.planRevert({ ref: "two" }), "bad-input");
    assert.deepEqual(
      [error.problem, error.data["path"]],
      ["cannot-come-back", "x"],
    );
    assert.deepEqual(everything(), before);
  });

  for (const [verb, plan] of Object.entries({
    restore: () => engine.planRestore({ to: "one" }),
    revert: () => engine.planRevert({ ref: "two" }).plan,
  }))
    it(`loses nothing if it is created after the plan of a ${verb}`, () => {
      const { id } = plan();
      initRepository();
      const before = everything();
      const report = engine.applyRestore(id);
      assert.equal(report.applied, false);
      assert.equal(report.failures[0]?.path, "x");
      assert.deepEqual(everything(), before);
      assert.equal(workspace.text("other"), "2");
    });

  it("does not exist: empty folders are removed", () => {
    fs.mkdirSync(workspace.at("x/deep/er"), { recursive: true });
    const { plan } = engine.planRevert({ ref: "two" });
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.equal(workspace.text("x"), "file");
  });

  it("blocks the file even if it is still empty", () => {
    fs.mkdirSync(workspace.at("x/.git/refs"), { recursive: true });
    const plan = engine.planRestore({ to: "one" });
    assert.deepEqual(plan.leftAlone, [{ path: "x", reason: "blocked" }]);
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.ok(workspace.exists("x/.git/refs"));
    assert.equal(workspace.text("other"), "1");
  });

  it("keeps its empty folders, whatever wants to remove them", () => {
    initRepository();
    const modes = new FileModes(quickDisk, workspace.root);
    const writer = new SafeWriter(quickDisk, workspace.root, modes);
    assert.equal(writer.removeIfEmpty(workspacePath("x/.git/branches")), false);
    assert.ok(workspace.exists("x/.git/branches"));
    assert.equal(writer.removeIfEmpty(workspacePath("x/empty")), true);
  });
});
