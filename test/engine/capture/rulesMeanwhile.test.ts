import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { Disk } from "../../../src/base/disk";
import { stateAt } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a .gitignore that changes during a scan", () => {
  const makeWorkspace = workspaceForEach();

  for (const paths of [undefined, ["secret", ".gitignore"]])
    it(`takes effect in the next scan (${paths ? "given paths" : "the whole folder"})`, async () => {
      const workspace = makeWorkspace({ ".gitignore": "old\n" });
      let left = Infinity;
      const disk: Disk = {
        ...quickDisk,
        lstat(path) {
          // It is compared, read as rules, and then scanned like any file.
          if (path === workspace.at(".gitignore") && --left === 0)
            workspace.write(".gitignore", "secret\n");
          return quickDisk.lstat(path);
        },
      };
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      workspace.write(".gitignore", "older\n");
      workspace.write("secret", "s");
      await setTimeout(50); // until its timestamps can be trusted
      left = 3;
      engine.capture(paths ? { paths } : {});
      assert.ok(left <= 0);
      engine.checkpoint();
      assert.deepEqual([...stateAt(engine, "latest").keys()], [".gitignore"]);
      assert.equal(
        Buffer.from(engine.read("latest", ".gitignore")).toString(),
        "secret\n",
      );
    });
});
