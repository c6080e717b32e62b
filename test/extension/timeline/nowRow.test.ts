import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { findNow, nowText } from "../../../src/extension/timeline/nowRow";
import { restore, undo } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const workspace = workspaceForEach();

describe("the row for the current files", () => {
  const textAt = async (engine: Engine, number: number, isExact: boolean) => {
    const session = { engine } as unknown as Parameters<typeof findNow>[0];
    return nowText(await findNow(session, { number, isExact }), null);
  };
  const story = async () => {
    const files = workspace({ "a.txt": "one\n" });
    const engine = await files.open();
    engine.checkpoint({ name: "first" });
    files.write("a.txt", "two\n");
    return { files, engine };
  };

  it("says what it is the same as, or how much changed since", async () => {
    const { files, engine } = await story();
    const { number } = engine.checkpoint({ name: "second" });
    const same = await textAt(engine, number, true);
    assert.equal(same.label, "Now");
    assert.equal(same.description, "you are here · same as “second”");
    files.write("a.txt", "two\nthree\n");
    engine.capture();
    const changed = await textAt(engine, number, false);
    assert.equal(changed.label, "Now: 1 file changed");
    assert.equal(changed.description, "+1 · since “second”");
  });

  it("calls what a restore replaced by that, not by what was restored", async () => {
    const { engine } = await story();
    engine.recordMessage({
      ...{ thread: "t", message: "m", role: "user", text: "Add a cart" },
      source: "codex",
    });
    restore(engine, { to: "#0" });
    undo(engine);
    const [undone, restored] = engine.restores(2);
    const nameOf = async (guard: number | null | undefined) =>
      (await textAt(engine, guard ?? -1, true)).description;
    const same = "you are here · same as";
    assert.equal(await nameOf(restored?.guard), `${same} before the restore`);
    assert.equal(await nameOf(undone?.guard), `${same} before the undo`);
  });
});
