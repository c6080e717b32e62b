import assert from "node:assert/strict";
import { asRecorded } from "../../../src/cli/line/knownPaths";
import { CaselessWorkspace, caselessDisk } from "../../fidelity/caselessDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the spelling of a path argument", () => {
  const makeWorkspace = workspaceForEach();

  it("is the disk's on a case-insensitive disk, unless the history has the given one", async () => {
    const workspace = new CaselessWorkspace(false, false, {
      "Src/README": "1",
      old: "1",
    });
    try {
      const engine = await workspace.open();
      const disk = caselessDisk(workspace.root, false, false);
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

  it("is unchanged on a case-sensitive disk", async function () {
    const workspace = makeWorkspace({ README: "1" });
    if (workspace.exists("readme")) this.skip();
    const engine = await workspace.open();
    engine.capture();
    assert.equal(asRecorded(engine, "readme"), "readme");
  });
});
