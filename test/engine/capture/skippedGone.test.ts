import assert from "node:assert/strict";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a file that was never recorded because it was too large", () => {
  const makeWorkspace = workspaceForEach();

  it("is not reported as deleted when it disappears", async () => {
    const workspace = makeWorkspace({ a: "a", large: "x".repeat(20) });
    const engine = await workspace.open({ settings: { maxFileSizeBytes: 10 } });
    engine.checkpoint();
    workspace.remove("large");
    assert.deepEqual(engine.capture().recorded.deleted, []);
    assert.equal(engine.checkpoint().filesChanged.deleted, 0);
  });
});
