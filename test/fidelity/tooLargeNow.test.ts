import assert from "node:assert/strict";
import { redo, restore, undo } from "../helpers/history";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree } from "../helpers/tree";

/** The limit was lowered after a large version had been recorded. */
describe("a recorded version that exceeds the current size limit", () => {
  const makeWorkspace = workspaceForEach();
  const large = "x".repeat(500);

  const start = async () => {
    const workspace = makeWorkspace({ a: large, gone: large, b: "b" });
    const engine = await workspace.open();
    engine.checkpoint();
    const first = workspace.tree();
    workspace.write("a", "small");
    workspace.remove("gone");
    engine.configure({ maxFileSizeBytes: 100 });
    engine.checkpoint();
    const second = workspace.tree();
    return { workspace, engine, first, second };
  };

  it("is restored, and the restore can be undone and redone", async () => {
    const { workspace, engine, first, second } = await start();
    restore(engine, { to: "0" });
    assertSameTree(workspace.tree(), first, "the folder restored");
    undo(engine);
    assertSameTree(workspace.tree(), second, "the folder undone");
    redo(engine);
    assertSameTree(workspace.tree(), first, "the folder redone");
    undo(engine);
    assertSameTree(workspace.tree(), second, "the folder undone again");
  });

  it("is left alone by the undo if it was edited since", async () => {
    const { workspace, engine } = await start();
    restore(engine, { to: "0" });
    workspace.write("a", large + " and more");
    workspace.write("gone", large + " and more");
    const { plan } = undo(engine);
    assert.equal(workspace.text("a"), large + " and more");
    assert.equal(workspace.text("gone"), large + " and more");
    assert.deepEqual(
      plan.leftAlone.map((left) => left.path),
      ["a", "gone"],
    );
  });
});
