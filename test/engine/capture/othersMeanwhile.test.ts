import assert from "node:assert/strict";
import type { Disk } from "../../../src/base/disk";
import { stateAt } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("what another process records during a scan", () => {
  const makeWorkspace = workspaceForEach();

  for (const paths of [undefined, ["a", "secret", "large"]])
    it(`is kept, including its rules (${paths ? "given paths" : "the whole folder"})`, async () => {
      const workspace = makeWorkspace({ a: "1" });
      let meanwhile: (() => void) | undefined;
      const disk: Disk = {
        ...quickDisk,
        open(path, flags, mode) {
          // The scan is over, and the lock is about to be taken.
          if (path.endsWith("lock")) {
            const work = meanwhile;
            meanwhile = undefined;
            work?.();
          }
          return quickDisk.open(path, flags, mode);
        },
      };
      const settings = { maxFileSizeBytes: 100 };
      const engine = await workspace.open({ disk, settings });
      const other = await workspace.open({ settings });
      engine.checkpoint();
      workspace.write("a", "2");
      workspace.write("secret", "s");
      workspace.write("large", "l".repeat(200));
      let isDone = false;
      meanwhile = () => {
        workspace.write(".gitignore", "secret\n");
        workspace.write("large", "not so large");
        other.checkpoint();
        isDone = true;
      };
      engine.capture(paths ? { paths } : {});
      assert.ok(isDone);
      for (const capture of [false, true]) {
        engine.checkpoint({ capture });
        assert.deepEqual(
          [...stateAt(engine, "latest").keys()],
          [".gitignore", "a", "large"],
        );
      }
    });
});
