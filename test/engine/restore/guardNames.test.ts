import assert from "node:assert/strict";
import { redo, restore, undo } from "../../helpers/history";
import { ManualClock, MINUTE } from "../../helpers/manualClock";
import { TempWorkspace, workspaceForEach } from "../../helpers/tempWorkspace";

describe("guards", () => {
  const makeWorkspace = workspaceForEach();

  it("name a moment without a checkpoint by its time, not by an unfamiliar number", async () => {
    const clock = new ManualClock(new Date(2026, 0, 5, 9, 3, 22).getTime());
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open({ clock });
    const { moment } = engine.capture();
    clock.advance(10 * MINUTE);
    workspace.write("a", "2");
    engine.capture();
    for (const to of [`@${moment}`, "10m"]) {
      restore(engine, { to });
      assert.equal(
        engine.list({ kinds: ["guard"] }).checkpoints[0]?.name,
        "Before restore to 2026-01-05 09:03:22",
      );
      undo(engine);
    }
  });

  it("name a message by how it begins", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open();
    engine.capture();
    const long = `Refactor the router ${"and more ".repeat(9)}`;
    for (const text of ["Refactor the router\nto async", long]) {
      const message = engine.recordMessage({
        ...{ thread: "s1", role: "user", source: "codex", text },
      });
      workspace.write("a", text);
      engine.capture({ source: "codex", thread: "s1" });
      engine.editMessage({ thread: "s1", message: message.id, apply: true });
    }
    const names = engine
      .list({ kinds: ["guard"] })
      .checkpoints.map(({ name }) => name);
    assert.deepEqual(names, [
      `Before going back to “${long.slice(0, 60)}…”`,
      "Before going back to “Refactor the router”",
    ]);
  });

  it("say what they were created before, however often it is undone and redone", async () => {
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
        "Before undo",
        "Before redo",
        "Before undo",
        "Before restore to #0 Works",
      ]);
    } finally {
      workspace.dispose();
    }
  });
});
