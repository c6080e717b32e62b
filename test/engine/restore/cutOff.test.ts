import assert from "node:assert/strict";
import { orphanLocks } from "../../helpers/crash";
import { FaultyDisk } from "../../helpers/faultyDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a restore that is cut off at any call", () => {
  const makeWorkspace = workspaceForEach();

  it("is finished if anything was done of it, else never began; the changes are its own", async () => {
    const ends = { finished: 0, neverBegun: 0 };
    for (let at = 1; ; at++) {
      const workspace = makeWorkspace({ a: "1", b: "1" });
      const disk = new FaultyDisk(workspace.storeDir);
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      workspace.write("a", "2");
      workspace.write("b", "2");
      const plan = engine.planRestore({ to: "#0" });
      disk.arm(at, { kind: "stop" });
      try {
        engine.applyRestore(plan);
      } catch {
        // It is as if the process had ended.
      }
      if (!disk.hasFired) break;
      disk.crash();
      orphanLocks(workspace.storeDir);
      const texts = () => workspace.text("a") + workspace.text("b");
      const isBegun = texts().includes("1");
      const again = await workspace.open();
      assert.equal(texts(), isBegun ? "11" : "22", `${disk.fired}`);
      again.capture();
      const [newest] = again.history("a");
      assert.equal(
        newest?.source,
        isBegun ? "restore" : "outside",
        `${disk.fired}`,
      );
      ends[isBegun ? "finished" : "neverBegun"]++;
    }
    assert.ok(ends.finished > 2 && ends.neverBegun > 2, JSON.stringify(ends));
  });
});
