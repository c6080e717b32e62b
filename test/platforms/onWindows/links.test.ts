import assert from "node:assert/strict";
import { SYMLINK } from "../../../src/engine/model/version";
import { undo } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("links on Windows, where this account cannot create any", () => {
  const makeWorkspace = workspaceForEach();

  it("are left alone by a restore, which restores everything else", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open();
    const file = (path: string, mode: number, text: string) => ({
      ...{ path, mode, isUnsaved: false },
      read: () => Buffer.from(text),
    });
    engine.importState([
      file("a", 0o644, "imported"),
      file("src/link", SYMLINK, "../a"),
    ]);
    const plan = engine.planRestore({ to: "#0" });
    assert.deepEqual(plan.leftAlone, [{ path: "src/link", reason: "link" }]);
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.equal(workspace.text("a"), "imported");
    undo(engine);
    assert.equal(workspace.text("a"), "1");
  });
});
