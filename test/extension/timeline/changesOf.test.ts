import assert from "node:assert/strict";
import type { FolderSession } from "../../../src/extension/session/folders";
import { ChangesCache } from "../../../src/extension/timeline/changesOf";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the changed files of a checkpoint", () => {
  const workspace = workspaceForEach();

  it("are compared with the checkpoint before it, not with an import", async () => {
    const work = workspace({ "a.txt": "1\n", "b.txt": "mine\n" });
    const engine = await work.open();
    engine.checkpoint();
    const read = () => Buffer.from("theirs\n");
    engine.importState([
      { path: "foreign.txt", mode: 0o644, isUnsaved: false, read },
      { path: "b.txt", mode: 0o644, isUnsaved: false, read },
    ]);
    work.write("a.txt", "2\n");
    const checkpoint = engine.checkpoint();
    const folder = { uri: "file:///work" };
    const session = { engine, folder } as unknown as FolderSession;
    const { rows, previous } = await new ChangesCache().of(session, checkpoint);
    assert.deepEqual(
      rows.map(({ path, status }) => [path, status]),
      [["a.txt", "modified"]],
    );
    assert.equal(previous?.number, 0);
  });

  it("are all there is in the first, unsaved text included", async () => {
    const work = workspace({ "a.txt": "1\n" });
    const engine = await work.open();
    const unsaved = [{ path: "a.txt", text: "2\n" }];
    const checkpoint = engine.checkpoint({ unsaved });
    const folder = { uri: "file:///work" };
    const session = { engine, folder } as unknown as FolderSession;
    const { rows, previous } = await new ChangesCache().of(session, checkpoint);
    assert.deepEqual(
      rows.map(({ path, isUnsaved }) => [path, isUnsaved]),
      [
        ["a.txt", false],
        ["a.txt", true],
      ],
    );
    assert.equal(previous, null);
  });
});
