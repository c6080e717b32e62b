import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { register } from "../../../src/host/registry";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const NOBODY = 65534;

/** As after `sudo checkpoint prune`: root can create files that others cannot write. */
describe("a store that root writes to", () => {
  const makeWorkspace = workspaceForEach();
  before(function () {
    if (process.getuid?.() !== 0) this.skip();
  });

  const ownersIn = (dir: string) =>
    fs
      .readdirSync(dir, { recursive: true, encoding: "utf8" })
      .map((name) => `${name} ${fs.lstatSync(path.join(dir, name)).uid}`);

  it("stays its owner's, including everything created in it", async () => {
    const workspace = makeWorkspace({ a: "0" });
    const { base, root, storeDir } = workspace;
    // The person's folders, in which the store and the registry are created.
    for (const dir of [base, root]) fs.chownSync(dir, NOBODY, NOBODY);
    const engine = await workspace.open({ threads: true });
    for (let i = 0; i < 30; i++) {
      workspace.write("a", String(i));
      engine.checkpoint({ name: `${i}` });
    }
    engine.prune();
    engine.compact();
    engine.verify({ repair: true });
    engine.close();
    const dataDir = path.join(base, "data", "checkpoint");
    register(dataDir, { root, storeDir });
    const places = [path.dirname(storeDir), path.join(base, "data")];
    for (const dir of places) {
      const owners = [`. ${fs.lstatSync(dir).uid}`, ...ownersIn(dir)];
      assert.ok(owners.length > 2, owners.join());
      assert.deepEqual(
        owners.filter((line) => !line.endsWith(` ${NOBODY}`)),
        [],
      );
    }
  });
});
