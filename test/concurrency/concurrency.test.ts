import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { assetsDir, repository } from "../helpers/repository";
import { restore } from "../helpers/history";
import { TempWorkspace } from "../helpers/tempWorkspace";

const run = promisify(execFile);
const PROCESSES = 8;
const EACH = 50;

describe("several processes on one store", function () {
  this.timeout(300_000);
  let workspace: TempWorkspace;
  beforeEach(() => {
    workspace = new TempWorkspace({ "shared.txt": "shared" });
  });
  afterEach(() => workspace.dispose());

  it(`${PROCESSES} processes create ${EACH} checkpoints each: all exist, all differ, all can be restored`, async () => {
    const entry = path.join(repository, "out/test/concurrency/writer.entry.js");
    const names = Array.from({ length: PROCESSES }, (_, i) => `writer${i}`);
    const outputs = await Promise.all(
      names.map((name) =>
        run(process.execPath, [
          entry,
          workspace.root,
          workspace.storeDir,
          assetsDir,
          name,
          String(EACH),
        ]),
      ),
    );
    const made = outputs.flatMap(({ stdout }, i) =>
      (
        JSON.parse(stdout) as { number: number; id: string; text: string }[]
      ).map((checkpoint) => ({ ...checkpoint, file: `${names[i]}.txt` })),
    );
    const engine = await workspace.open();
    const { checkpoints, total } = engine.list({ limit: 10_000 });
    assert.equal(made.length, PROCESSES * EACH);
    assert.equal(total, PROCESSES * EACH);
    assert.equal(new Set(made.map((c) => c.number)).size, PROCESSES * EACH);
    assert.deepEqual(
      made.map((c) => `${c.number} ${c.id} ${c.text}`).sort(),
      checkpoints.map((c) => `${c.number} ${c.id} ${c.name}`).sort(),
    );
    for (const { number, text, file } of made)
      assert.equal(
        Buffer.from(engine.read(`${number}`, file)).toString(),
        text,
      );
    for (const { number, text, file } of made.filter((_, i) => i % 40 === 0)) {
      restore(engine, { to: `${number}` });
      assert.equal(workspace.text(file), text);
    }
    const { ok, damaged } = engine.verify();
    assert.ok(ok, JSON.stringify(damaged));
  });

  it("every process sees the others' checkpoints immediately", async () => {
    const a = await workspace.open();
    const b = await workspace.open();
    a.checkpoint({ name: "from a" });
    assert.equal(b.get("from a").number, 0);
    workspace.write("shared.txt", "changed");
    b.checkpoint({ name: "from b" });
    assert.deepEqual(a.get("from b").filesChanged.modified, ["shared.txt"]);
    assert.equal(a.capture().isNew, false);
    b.delete(["from a"]);
    assert.equal(a.list().total, 1);
  });
});
