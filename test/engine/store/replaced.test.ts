import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { stateAt } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a store that was replaced by another one", () => {
  const makeWorkspace = workspaceForEach();

  for (const isQuiet of [true, false])
    it(`is read by a process that has it open${isQuiet ? " and has read nothing yet" : ""}`, async () => {
      const workspace = makeWorkspace({ a: "0" });
      const { storeDir } = workspace;
      const other = path.join(path.dirname(storeDir), "other");
      const fill = async (dir: string, count: number) => {
        const engine = await workspace.open({ storeDir: dir });
        for (let i = 0; i < count; i++) {
          workspace.write("a", `${dir} ${i}`);
          engine.checkpoint({ name: `${path.basename(dir)} ${i}` });
        }
        engine.close();
      };
      await fill(storeDir, 30);
      await fill(other, 90);
      let engine = await workspace.open();
      if (!isQuiet) engine.checkpoint({ name: "one more" });
      fs.renameSync(storeDir, `${storeDir}.set-aside`);
      fs.renameSync(other, storeDir);
      workspace.write("a", "now");
      engine.checkpoint({ name: "now" });
      for (let i = 0; i < 2; i++) {
        const names = engine.list({ limit: 1000 }).checkpoints.reverse();
        assert.deepEqual(
          names.map((checkpoint) => checkpoint.name),
          [...Array(90).keys()].map((n) => `other ${n}`).concat("now"),
        );
        const { bytes } = stateAt(engine, "other 7").get("a")!;
        assert.equal(bytes.toString(), `${other} 7`);
        assert.deepEqual(engine.verify().damaged, []);
        engine = await workspace.reopen(engine);
      }
    });
});
