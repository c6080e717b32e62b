import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { restore, undo } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("restoring unsaved texts as files", () => {
  let workspace: TempWorkspace;
  let engine: Engine;

  beforeEach(async () => {
    workspace = new TempWorkspace({ a: "saved", b: "other" });
    engine = await workspace.open();
    engine.checkpoint({
      unsaved: [
        { path: "a", text: "typed, never saved" },
        { path: "new/untitled", text: "only in an editor" },
      ],
    });
    workspace.write("a", "later");
    workspace.write("b", "later");
    engine.checkpoint({
      unsaved: [
        { path: "a", text: null },
        { path: "new/untitled", text: null },
      ],
    });
  });
  afterEach(() => workspace.dispose());

  it("puts what the editors held into their files, and can be undone", () => {
    const before = workspace.tree();
    restore(engine, { to: "#0", unsaved: "as-files" });
    assert.equal(workspace.text("a"), "typed, never saved");
    assert.equal(workspace.text("new/untitled"), "only in an editor");
    assert.equal(workspace.text("b"), "other");
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
  });

  it("keeps to its scope", () => {
    restore(engine, { to: "#0", unsaved: "as-files", paths: ["a"] });
    assert.equal(workspace.text("a"), "typed, never saved");
    assert.equal(workspace.text("b"), "later");
    assert.ok(!workspace.exists("new"));
  });

  it("is not done unless asked for", () => {
    restore(engine, { to: "#0" });
    assert.equal(workspace.text("a"), "saved");
    assert.ok(!workspace.exists("new"));
  });

  it("has nothing to do for a file that holds the text already", () => {
    workspace.write("a", "typed, never saved");
    const plan = engine.planRestore({
      to: "#0",
      unsaved: "as-files",
      paths: ["a"],
    });
    assert.deepEqual(plan.writes, []);
    assert.equal(engine.applyRestore(plan.id).failures.length, 0);
  });
});
