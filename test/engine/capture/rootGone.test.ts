import assert from "node:assert/strict";
import fs from "node:fs";
import { errorOf } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("a workspace folder that disappears", () => {
  let workspace: TempWorkspace;
  beforeEach(() => {
    workspace = new TempWorkspace({ "a.txt": "a" });
  });
  afterEach(() => workspace.dispose());

  it("is reported as gone, and none of its files are recorded as deleted", async () => {
    const engine = await workspace.open();
    const { moment } = engine.checkpoint();
    fs.renameSync(workspace.root, workspace.root + "-away");
    errorOf(() => engine.capture(), "not-found");
    errorOf(() => engine.capture({ paths: ["a.txt"] }), "not-found");
    fs.renameSync(workspace.root + "-away", workspace.root);
    assert.deepEqual(
      [engine.capture().isNew, engine.capture().moment],
      [false, moment],
    );
    assert.deepEqual(engine.deleted(), []);
  });
});
