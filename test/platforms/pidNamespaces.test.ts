import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { assetsDir, repository } from "../helpers/repository";
import { TempWorkspace } from "../helpers/tempWorkspace";

const run = promisify(execFile);
const UNSHARE = ["unshare", "--pid", "--fork", "--mount-proc"] as const;
const EACH = 300;

/**
 * Like a container, Flatpak or bubblewrap that shares the folder; requires root.
 */
const canUnshare =
  spawnSync(UNSHARE[0], [...UNSHARE.slice(1), "true"]).status === 0;

interface Made {
  number: number;
  id: string;
  text: string;
}

describe("two PID namespaces on one store", function () {
  this.timeout(300_000);
  let workspace: TempWorkspace;
  beforeEach(() => {
    workspace = new TempWorkspace({ "shared.txt": "shared" });
  });
  afterEach(() => workspace.dispose());

  if (!canUnshare) {
    console.log("      Not run: PID namespaces (unshare needs Linux and root)");
    return;
  }

  it(`create ${EACH} checkpoints each: all exist, all differ, all can be restored`, async () => {
    const entry = path.join(repository, "out/test/concurrency/writer.entry.js");
    const write = async (name: string, ...before: string[]) => {
      const { root, storeDir } = workspace;
      const args = [entry, root, storeDir, assetsDir, name, String(EACH)];
      const [command, ...rest] = [...before, process.execPath, ...args] as [
        string,
        ...string[],
      ];
      const { stdout } = await run(command, rest);
      const made = JSON.parse(stdout) as Made[];
      return made.map((one) => ({ ...one, file: `${name}.txt` }));
    };
    const made = (
      await Promise.all([write("outside"), write("inside", ...UNSHARE)])
    ).flat();
    const engine = await workspace.open();
    const { checkpoints } = engine.list({ limit: 10_000 });
    assert.equal(made.length, 2 * EACH);
    assert.deepEqual(
      made.map((c) => `${c.number} ${c.id} ${c.text}`).sort(),
      checkpoints.map((c) => `${c.number} ${c.id} ${c.name}`).sort(),
    );
    for (const { number, text, file } of made)
      assert.equal(
        Buffer.from(engine.read(`${number}`, file)).toString(),
        text,
      );
    const { ok, damaged } = engine.verify();
    assert.ok(ok, JSON.stringify(damaged));
    console.log(`      ${made.length} reported, ${checkpoints.length} there`);
  });
});
