import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a pack with other contents than it should have", () => {
  const makeWorkspace = workspaceForEach();

  it("is not assumed to have what is about to be stored", async () => {
    const packOf = (dir: string) => path.join(dir, "packs", "1.pack");
    const workspace = makeWorkspace({ a: "text" });
    const { storeDir } = workspace;
    const other = path.join(path.dirname(storeDir), "other");
    const engine = await workspace.open();
    engine.checkpoint();
    engine.close();
    workspace.write("a", "more");
    (await workspace.open({ storeDir: other })).checkpoint();
    fs.copyFileSync(packOf(other), packOf(storeDir));
    const again = await workspace.open();
    workspace.write("b", "text");
    again.checkpoint();
    for (const [file, text] of [
      ["a", "more"],
      ["b", "text"],
    ] as const)
      assert.equal(Buffer.from(again.read("latest", file)).toString(), text);
    assert.deepEqual(again.verify().damaged, []);
  });
});
