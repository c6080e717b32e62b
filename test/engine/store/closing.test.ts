import assert from "node:assert/strict";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import { Lock } from "../../../src/engine/store/lock/lock";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("closing a store", () => {
  const workspace = workspaceForEach();

  it("does not wait for another process to finish writing", async () => {
    const work = workspace({ a: "a" });
    const lockPath = path.join(work.storeDir, "lock");
    let asked = 0;
    const open: Disk["open"] = (file, ...how) => {
      if (file === lockPath) asked++;
      return quickDisk.open(file, ...how);
    };
    const engine = await work.open({
      disk: { ...quickDisk, open },
      lockTimeoutMs: 2_000,
    });
    engine.checkpoint();
    for (let i = 0; i < 30; i++) engine.rename("0", `${i}`);
    new Lock(quickDisk, lockPath).hold(() => {
      asked = 0;
      engine.close();
    });
    // Each attempt waits a little longer.
    assert.ok(asked > 0 && asked < 20, `asked ${asked} times`);
    const again = await work.open();
    assert.equal(again.get("0").name, "29");
  });
});
