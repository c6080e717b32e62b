import assert from "node:assert/strict";
import { restore, stateAt, undo } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

describe("capturing a changed .gitignore together with files next to it", () => {
  const makeWorkspace = workspaceForEach();

  const start = async () => {
    const workspace = makeWorkspace({
      ".gitignore": "x\n",
      a: "1",
      "b/c": "1",
    });
    const engine = await workspace.open();
    engine.checkpoint();
    return { workspace, engine };
  };

  for (const told of [
    ["a", "b/c", ".gitignore"],
    [".gitignore", "a", "b/c"],
    ["b", "a", ".gitignore"],
  ])
    it(`records each once: ${told.join(", ")}`, async () => {
      const { workspace, engine } = await start();
      workspace.write("a", "2");
      workspace.write("b/c", "2");
      workspace.write("b/new", "2");
      workspace.write(".gitignore", "y\n");
      const { recorded } = engine.capture({ paths: [...told, "b/new"] });
      assert.deepEqual(recorded.modified.sort(), [".gitignore", "a", "b/c"]);
      assert.deepEqual(recorded.added, ["b/new"]);
      const paths = engine.files("@2").map((file) => file.path);
      assert.deepEqual(paths, [".gitignore", "a", "b/c", "b/new"]);
      assert.deepEqual(engine.checkpoint({ capture: false }).filesChanged, {
        added: 1,
        modified: 3,
        deleted: 0,
      });
      assert.equal(engine.history("a").length, 2);
      workspace.write("a", "3");
      workspace.remove("b/c");
      engine.checkpoint();
      assertSameTree(stateAt(engine, "latest"), workspace.tree());
    });

  it("a restore that replaces the .gitignore can be undone, each path once", async () => {
    const { workspace, engine } = await start();
    workspace.write("a", "2");
    workspace.remove(".gitignore");
    workspace.write("b/new", "2");
    const before = workspace.tree();
    restore(engine, { to: "0" });
    const paths = engine.planUndo().writes.map((write) => write.path);
    assert.deepEqual(paths, [...new Set(paths)]);
    undo(engine);
    assertSameTree(workspace.tree(), before);
    engine.checkpoint();
    assertSameTree(stateAt(engine, "latest"), before);
    const files = engine.files("latest").map((file) => file.path);
    assert.deepEqual(files, [...new Set(files)]);
  });
});
