import assert from "node:assert/strict";
import type { Disk } from "../../../src/base/disk";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "../workspace/watchedDisk";

describe("a folder of a failed restore that can no longer be listed", () => {
  const makeWorkspace = workspaceForEach();

  it("does not prevent the history from being opened", async () => {
    const workspace = makeWorkspace({ "closed/a": "1", b: "1" });
    let isFailing = false;
    let isClosed = false;
    const disk: Disk = {
      ...quickDisk,
      readFolder(path) {
        if (isClosed && path === workspace.at("closed")) throw errno("EACCES");
        return quickDisk.readFolder(path);
      },
      rename(from, to) {
        if (isFailing && to === workspace.at("b")) {
          isFailing = false;
          throw errno("EIO");
        }
        quickDisk.rename(from, to);
      },
    };
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.write("closed/a", "2");
    workspace.write("b", "2");
    const { id } = engine.planRestore({ to: "#0" });
    isFailing = true;
    assert.equal(engine.applyRestore(id).applied, false);
    isClosed = true;
    const again = await workspace.reopen(engine, { disk });
    assert.equal(again.restores()[0]?.state, "rolled-back");
  });
});
