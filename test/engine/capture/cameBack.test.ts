import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { stateAt } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "../workspace/watchedDisk";

describe("a file that comes back between the scan and the record", () => {
  const makeWorkspace = workspaceForEach();
  let workspace: TempWorkspace;
  let engine: Engine;
  /** Called once, when the lock is taken. */
  let meanwhile: (() => void) | undefined;
  let isAway = false;

  beforeEach(async () => {
    workspace = makeWorkspace({ "out/a": "old", "out/b": "b", c: "c" });
    const disk: typeof quickDisk = {
      ...quickDisk,
      open(path, flags, mode) {
        if (path.startsWith(workspace.storeDir) && path.includes("lock")) {
          const work = meanwhile;
          meanwhile = undefined;
          work?.();
        }
        if (isAway && path === workspace.at("out/a")) throw errno("ENOENT");
        return quickDisk.open(path, flags, mode);
      },
    };
    disk.lstat = (path) => {
      if (!isAway || path !== workspace.at("out/a"))
        return quickDisk.lstat(path);
      isAway = false;
      return null;
    };
    engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.remove("out");
  });

  for (const paths of [undefined, ["out"], ["out/a", "out/b"]])
    it(`is recorded in its current state, with paths ${String(paths)}`, () => {
      meanwhile = () => workspace.write("out/a", "new");
      const result = engine.capture({ paths });
      assert.equal(meanwhile, undefined);
      assert.deepEqual(result.released, []);
      assert.deepEqual(result.recorded, {
        added: [],
        modified: ["out/a"],
        deleted: ["out/b"],
      });
      engine.checkpoint({ capture: false });
      assert.deepEqual([...stateAt(engine, "1").keys()], ["c", "out/a"]);
    });

  it("is released if a rule ignores it by then", () => {
    meanwhile = () => {
      workspace.write("out/a", "new");
      workspace.write(".gitignore", "out/\n");
    };
    const result = engine.capture();
    assert.deepEqual(result.released, ["out/a"]);
    assert.deepEqual(result.recorded.deleted, ["out/b"]);
  });

  it("keeps its version if it is missing only while it is being read", () => {
    workspace.write("out/a", "new");
    meanwhile = () => (isAway = true);
    const result = engine.capture({ paths: ["out/a"] });
    assert.equal(isAway, false);
    assert.equal(result.isNew, false);
    assert.deepEqual(engine.capture().recorded.modified, ["out/a"]);
  });
});
