import assert from "node:assert/strict";
import { restore, stateAt } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

describe("capturing a path below what used to be a file", () => {
  const makeWorkspace = workspaceForEach();
  const shapes: Record<string, string> = {
    "a file": "file",
    "a link": "link",
  };
  for (const [what, name] of Object.entries(shapes))
    it(`ends ${what}, and the moment can be restored`, async () => {
      const workspace = makeWorkspace({ file: "1", other: "1" });
      workspace.link("link", "other");
      const engine = await workspace.open();
      engine.checkpoint();
      const first = workspace.tree();
      workspace.remove(name);
      workspace.write(`${name}/in/side`, "2");
      // Like an agent's hook: only the file it wrote.
      engine.capture({ paths: [`${name}/in/side`], source: "agent" });
      engine.checkpoint({ capture: false });
      const second = workspace.tree();
      assertSameTree(stateAt(engine, "1"), second, "the record");
      restore(engine, { to: "0" });
      assertSameTree(workspace.tree(), first);
      restore(engine, { to: "1" });
      assertSameTree(workspace.tree(), second);
    });

  it("ends one that was recorded only as skipped", async () => {
    const workspace = makeWorkspace({ large: "x".repeat(200), other: "1" });
    const engine = await workspace.open({
      settings: { maxFileSizeBytes: 100 },
    });
    engine.checkpoint();
    workspace.remove("large");
    workspace.write("large/a", "2");
    const { skipped } = engine.capture({ paths: ["large/a"] });
    assert.deepEqual(skipped, []);
  });
});
