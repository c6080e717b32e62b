import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { cliForEach } from "./runCli";

describe("checkpoint adopt", function () {
  this.timeout(60_000);
  const workspace = cliForEach();

  for (const hasOwnStore of [false, true])
    it(`gives a moved folder its history back, the store ${hasOwnStore ? "in the data folder" : "named"}`, async () => {
      const work = workspace({ "a.txt": "a" });
      const run = async (args: string[], cwd: string) => {
        const result = await work.run(args, { cwd, hasOwnStore });
        return { ...result, said: result.stdout + result.stderr };
      };
      await run(["create", "-m", "before the move"], work.root);
      const moved = path.join(work.base, "moved");
      fs.renameSync(work.root, moved);
      const empty = (await run(["list"], moved)).said;
      assert.match(empty, /No checkpoints/);
      // A store that was named is remembered by whoever named it.
      assert.equal(
        empty.includes(`checkpoint adopt ${work.root}\n`),
        hasOwnStore,
      );
      // Looking made it a store; one without a history of its own is not there to lose.
      const adopted = await run(["adopt", "../work"], moved);
      assert.equal(adopted.code, 0, adopted.said);
      assert.match(
        adopted.said,
        /moved has the history of .*work: 1 checkpoint\./,
      );
      assert.match((await run(["list"], moved)).said, /before the move/);
      fs.writeFileSync(path.join(moved, "a.txt"), "changed");
      await run(["restore", "0", "--yes"], moved);
      assert.equal(fs.readFileSync(path.join(moved, "a.txt"), "utf8"), "a");
    });

  it("refuses what is still there, what is not known, and what has a history", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create");
    const other = path.join(work.base, "other");
    fs.mkdirSync(other);
    const problem = async (...args: string[]) => {
      const { code, exit } = await work.problem("--workspace", other, ...args);
      return [exit, code];
    };
    assert.deepEqual(await problem("adopt", work.root), [1, "refused"]);
    assert.deepEqual(await problem("adopt", "/no/such/folder"), [
      1,
      "not-found",
    ]);
    await work.prints("--workspace", other, "create");
    fs.renameSync(work.root, path.join(work.base, "gone"));
    const own = await work.run(
      ["--workspace", other, "adopt", work.root, "--json"],
      { cwd: other },
    );
    assert.equal(own.code, 1);
    assert.match(own.stdout, /already has 1 checkpoint of its own/);
    const stores = path.join(work.base, "own", "stores");
    const before = fs.readdirSync(stores).length;
    await work.run(["--workspace", other, "adopt", work.root, "--force"], {
      cwd: other,
    });
    assert.equal(fs.readdirSync(stores).length, before, "nothing was deleted");
  });
});
