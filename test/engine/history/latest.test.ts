import assert from "node:assert/strict";
import { errorOf, restore } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the latest checkpoint", () => {
  const makeWorkspace = workspaceForEach();

  it("stays the same for a second restore, and is not a guard", async () => {
    const workspace = makeWorkspace({ a: "good" });
    const engine = await workspace.open();
    engine.checkpoint({ name: "before" });
    for (const text of ["first try", "second try"]) {
      workspace.write("a", text);
      restore(engine, { to: "latest" });
      assert.equal(workspace.text("a"), "good");
    }
    workspace.write("a", "later");
    engine.checkpoint({ name: "after" });
    assert.equal(engine.get("latest").name, "after");
    assert.equal(engine.get("latest~1").name, "before");
    errorOf(() => engine.get("latest~2"), "not-found");
  });

  it("is a guard if there is nothing else", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    errorOf(() => engine.get("latest"), "not-found");
    engine.checkpoint({ kind: "guard", name: "Before rm" });
    assert.equal(engine.get("latest").name, "Before rm");
  });
});
