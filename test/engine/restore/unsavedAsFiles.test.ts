import assert from "node:assert/strict";
import fs from "node:fs";
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

  it("writes the editors' text to their files, and can be undone", () => {
    const before = workspace.tree();
    restore(engine, { to: "#0", unsaved: "as-files" });
    assert.equal(workspace.text("a"), "typed, never saved");
    assert.equal(workspace.text("new/untitled"), "only in an editor");
    assert.equal(workspace.text("b"), "other");
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
  });

  it("stays within its scope", () => {
    restore(engine, { to: "#0", unsaved: "as-files", paths: ["a"] });
    assert.equal(workspace.text("a"), "typed, never saved");
    assert.equal(workspace.text("b"), "later");
    assert.ok(!workspace.exists("new"));
  });

  it("happens only if requested", () => {
    restore(engine, { to: "#0" });
    assert.equal(workspace.text("a"), "saved");
    assert.ok(!workspace.exists("new"));
  });

  it("has nothing to do if the file already has the text", () => {
    workspace.write("a", "typed, never saved");
    const plan = engine.planRestore({
      to: "#0",
      unsaved: "as-files",
      paths: ["a"],
    });
    assert.deepEqual(plan.writes, []);
    assert.equal(engine.applyRestore(plan.id).failures.length, 0);
  });

  it("creates a file with the text, even if the editor's file was a symlink", () => {
    workspace.link("link", "b");
    const { number } = engine.checkpoint({
      unsaved: [{ path: "link", text: "no target" }],
    });
    engine.capture({ unsaved: [{ path: "link", text: null }] });
    restore(engine, { to: `#${number}`, unsaved: "as-files" });
    assert.ok(fs.lstatSync(workspace.at("link")).isFile());
    assert.equal(workspace.text("link"), "no target");
  });

  for (const [what, file, unsaved] of [
    ["below a file that comes back", "c", "c/d"],
    ["where the folder of one comes back", "c/d", "c"],
  ] as const)
    it(`leaves out a text ${what}`, () => {
      workspace.write(file, "file");
      const { number } = engine.checkpoint({
        unsaved: [{ path: unsaved, text: "text" }],
      });
      workspace.remove("c");
      engine.checkpoint({ unsaved: [{ path: unsaved, text: null }] });
      const { plan } = restore(engine, {
        to: `#${number}`,
        unsaved: "as-files",
      });
      assert.deepEqual(plan.leftAlone, [{ path: unsaved, reason: "blocked" }]);
      assert.equal(workspace.text(file), "file");
    });

  for (const [what, then, now, leftAlone] of [
    ["was too large then", "very large", "small", []],
    ["is too large now", "small", "very large", ["too-large"]],
  ] as const)
    it(`reports once what happens to a text whose file ${what}`, () => {
      engine.configure({ maxFileSizeBytes: 8 });
      workspace.write("a", then);
      const { number } = engine.checkpoint({
        unsaved: [{ path: "a", text: "text" }],
      });
      workspace.write("a", now);
      engine.capture({ unsaved: [{ path: "a", text: null }] });
      const { plan } = restore(engine, {
        to: `#${number}`,
        unsaved: "as-files",
      });
      assert.deepEqual(
        plan.leftAlone.map(({ reason }) => reason),
        leftAlone,
      );
      assert.equal(workspace.text("a"), leftAlone.length > 0 ? now : "text");
    });

  it("removes a file with unsaved text if a folder comes back in its place", () => {
    workspace.write("c/d", "file");
    const { number } = engine.checkpoint({
      unsaved: [{ path: "c", text: "text" }],
    });
    workspace.remove("c");
    workspace.write("c", "a file now");
    engine.checkpoint({ unsaved: [{ path: "c", text: null }] });
    restore(engine, { to: `#${number}`, unsaved: "as-files" });
    assert.equal(workspace.text("c/d"), "file");
  });
});
