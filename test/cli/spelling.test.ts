import assert from "node:assert/strict";
import { asRecorded } from "../../src/cli/spelling";
import { CaselessWorkspace, caselessDisk } from "../fidelity/caselessDisk";
import { workspaceForEach } from "../helpers/tempWorkspace";

describe("the spelling of a path that somebody gives", () => {
  const makeWorkspace = workspaceForEach();

  it("is the disk's where it takes A for a, unless the history knows the other", async () => {
    const workspace = new CaselessWorkspace(false, {
      "Src/README": "1",
      old: "1",
    });
    try {
      const engine = await workspace.open();
      const disk = caselessDisk(workspace.root, false);
      engine.capture();
      workspace.rename("old", "OLD");
      engine.capture();
      const spelled = (path: string) => asRecorded(engine, path, disk);
      assert.equal(spelled("src/readme"), "Src/README");
      assert.equal(spelled("SRC"), "Src");
      assert.equal(spelled("old"), "old");
      assert.equal(spelled("Old"), "OLD");
      assert.equal(spelled("src/gone"), "src/gone");
    } finally {
      workspace.dispose();
    }
  });

  it("stays as it is on a disk that tells them apart", async function () {
    const workspace = makeWorkspace({ README: "1" });
    if (workspace.exists("readme")) this.skip();
    const engine = await workspace.open();
    engine.capture();
    assert.equal(asRecorded(engine, "readme"), "readme");
  });
});
