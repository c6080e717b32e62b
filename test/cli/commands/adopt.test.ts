import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { register } from "../../../src/host/registry";
import { folderKey } from "../../../src/host/folderKey";
import { cliForEach } from "../runCli";

describe("checkpoint adopt", function () {
  this.timeout(60_000);
  const workspace = cliForEach();

  for (const hasOwnStore of [false, true])
    it(`reattaches the history of a moved folder, with the store ${hasOwnStore ? "in the data folder" : "named"}`, async () => {
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
      // A store that was given with --store is not registered.
      assert.equal(
        empty.includes(`checkpoint adopt ${work.root}\n`),
        hasOwnStore,
      );
      const status = (await run(["status"], moved)).said;
      assert.equal(status.includes(`adopt ${work.root}`), hasOwnStore);
      // Reading created the store; without checkpoints there is nothing to lose in
      // it.
      const adopted = await run(["adopt", "../work"], moved);
      assert.equal(adopted.code, 0, adopted.said);
      assert.match(
        adopted.said,
        /moved now has the history of .*work: 1 checkpoint\./,
      );
      assert.match((await run(["list"], moved)).said, /before the move/);
      fs.writeFileSync(path.join(moved, "a.txt"), "changed");
      await run(["restore", "0", "--yes"], moved);
      assert.equal(fs.readFileSync(path.join(moved, "a.txt"), "utf8"), "a");
    });

  describe("that is interrupted or fails", () => {
    /**
     * A moved folder with a checkpoint, and the command run there, in the default
     * store.
     */
    async function movedFolder() {
      const work = workspace({ "a.txt": "a" });
      const run = async (cwd: string, ...args: string[]) => {
        const result = await work.run(args, { cwd, hasOwnStore: true });
        return { code: result.code, said: result.stdout + result.stderr };
      };
      await run(work.root, "create", "-m", "before the move");
      const moved = path.join(work.base, "moved");
      fs.renameSync(work.root, moved);
      const data = work.dataDir;
      const stores = path.join(data, "stores");
      const adopted = async (...args: string[]) => {
        const { code, said } = await run(moved, "adopt", "../work", ...args);
        assert.equal(code, 0, said);
        assert.match((await run(moved, "list")).said, /before the move/);
        assert.deepEqual(fs.readdirSync(path.join(data, "registry")), [
          `${folderKey(moved)}.json`,
        ]);
      };
      return { work, moved, data, stores, run, adopted };
    }

    it("moves nothing if the settings cannot be read", async () => {
      const { moved, data, stores, run, adopted } = await movedFolder();
      const before = fs.readdirSync(stores);
      const config = path.join(data, "config.json");
      fs.writeFileSync(config, '{"maxCheckpoints":"many"}');
      assert.match((await run(moved, "adopt", "../work")).said, /config\.json/);
      assert.deepEqual(fs.readdirSync(stores), before);
      fs.rmSync(config);
      await adopted();
    });

    it("moves everything back if the folder must not be recorded", async () => {
      const { work, stores, run, adopted } = await movedFolder();
      const before = fs.readdirSync(stores);
      const { said } = await run(work.home, "adopt", "../work");
      assert.match(said, /does not record/);
      assert.deepEqual(fs.readdirSync(stores), before);
      await adopted();
    });

    it("also moves the folder's own history back", async () => {
      const { moved, stores, run, adopted } = await movedFolder();
      await run(moved, "create", "-m", "own");
      const before = fs.readdirSync(stores);
      // A journal that cannot be read: the history cannot be opened.
      const journal = path.join(
        stores,
        before.find((name) => name.startsWith("work-"))!,
        "journal",
      );
      fs.renameSync(journal, `${journal}.away`);
      fs.writeFileSync(journal, "");
      const { code } = await run(moved, "adopt", "../work", "--force");
      assert.notEqual(code, 0);
      assert.deepEqual(fs.readdirSync(stores), before);
      assert.match((await run(moved, "list")).said, /own/);
      fs.rmSync(journal);
      fs.renameSync(`${journal}.away`, journal);
      const refused = await run(moved, "adopt", "../work");
      assert.match(refused.said, /already has 1 checkpoint of its own/);
      await adopted("--force");
    });

    for (const args of [[], ["--force"]])
      it(`continues after being killed (${args.join() || "no --force"})`, async () => {
        const { work, moved, stores, run, adopted } = await movedFolder();
        // The state between its rename and its record.
        fs.renameSync(
          path.join(stores, folderKey(work.root)),
          path.join(stores, folderKey(moved)),
        );
        assert.match((await run(moved, "list")).said, /checkpoint adopt/);
        await adopted(...args);
        assert.deepEqual(fs.readdirSync(stores), [folderKey(moved)]);
      });

    it("continues if histories are kept elsewhere", async () => {
      const { work, moved, data, stores, adopted } = await movedFolder();
      const elsewhere = path.join(work.base, "editor", "stores");
      fs.mkdirSync(elsewhere, { recursive: true });
      fs.renameSync(
        path.join(stores, folderKey(work.root)),
        path.join(elsewhere, folderKey(moved)),
      );
      register(data, {
        root: work.root,
        storeDir: path.join(elsewhere, folderKey(work.root)),
      });
      await adopted();
    });
  });

  it("moves nothing if another history is already there", async () => {
    const work = workspace({ "a.txt": "a" });
    const run = (cwd: string, ...args: string[]) =>
      work.run(args, { cwd, hasOwnStore: true });
    await run(work.root, "create");
    const moved = path.join(work.base, "moved");
    fs.renameSync(work.root, moved);
    await run(moved, "create", "-m", "own");
    const data = work.dataDir;
    const elsewhere = path.join(work.base, "editor", "stores");
    fs.cpSync(path.join(data, "stores"), elsewhere, { recursive: true });
    register(data, {
      root: work.root,
      storeDir: path.join(elsewhere, folderKey(work.root)),
    });
    const { code, stderr } = await run(moved, "adopt", "../work", "--force");
    assert.equal(code, 1);
    assert.match(stderr, /editor.* is in the way/);
    assert.match((await run(moved, "list")).stdout, /own/);
    assert.equal(fs.readdirSync(elsewhere).length, 2);
  });

  it("refuses a folder that still exists, one without a history, and one that has its own", async () => {
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
