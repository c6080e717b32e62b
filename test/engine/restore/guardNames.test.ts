import assert from "node:assert/strict";
import { redo, restore, undo } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("guards", () => {
  it("say what they were made before, however often it is undone and redone", async () => {
    const workspace = new TempWorkspace({ a: "1" });
    try {
      const engine = await workspace.open();
      engine.checkpoint({ name: "Works" });
      workspace.write("a", "2");
      restore(engine, { to: "Works" });
      undo(engine);
      redo(engine);
      undo(engine);
      const names = engine
        .list({ kinds: ["guard"] })
        .checkpoints.map(({ name }) => name);
      assert.deepEqual(names, [
        "Before undoing the restore to #0 Works",
        "Before redoing the restore to #0 Works",
        "Before undoing the restore to #0 Works",
        "Before restore to #0 Works",
      ]);
    } finally {
      workspace.dispose();
    }
  });
});
