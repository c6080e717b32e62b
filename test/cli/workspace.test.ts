import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {
  cliFile,
  cliForEach,
  type CliOptions,
  type CliWorkspace,
} from "./runCli";

describe("which folder, which store", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  const status = async (
    work: CliWorkspace,
    args: string[],
    options: { cwd?: string; env?: Record<string, string> } = {},
  ) => {
    const result = await work.run(["status", "--json", ...args], {
      hasOwnStore: true,
      ...options,
    });
    assert.equal(result.code, 0, result.stdout);
    const { workspace, store } = JSON.parse(result.stdout) as Record<
      string,
      string
    >;
    return { root: workspace!, store: store! };
  };

  it("is the nearest folder above with a store, otherwise this one", async () => {
    const work = workspace({ "a.txt": "a", "deep/er/b.txt": "b" });
    const create = await work.run(["create"], { hasOwnStore: true });
    assert.equal(create.code, 0);
    const below = await status(work, [], { cwd: work.at("deep/er") });
    assert.equal(below.root, work.root);
    assert.ok(below.store.startsWith(path.join(work.dataDir, "stores")));
    const other = path.join(work.base, "other");
    fs.mkdirSync(other);
    assert.equal((await status(work, [], { cwd: other })).root, other);
  });

  it("is not created by reading: a folder above stays the nearest with a store", async () => {
    const work = workspace({ "a.txt": "a", "deep/er/b.txt": "b" });
    const run = (args: string[], cwd = work.at("deep/er")) =>
      work.run(args, { cwd, hasOwnStore: true });
    for (const verb of [["list"], ["status"], ["thread", "list"]])
      assert.equal((await run(verb)).code, 0, verb.join(" "));
    const looks = ["search x", "history b.txt", "deleted", "diff", "show 0"];
    const others = [
      "verify",
      "usage",
      "prune",
      "compact",
      "undo",
      "export 0 x",
    ];
    for (const verb of [...looks, ...others]) {
      const { code, stdout } = await run([...verb.split(" "), "--json"]);
      assert.equal(code, 1, verb);
      const { error } = JSON.parse(stdout) as {
        error: { code: string; message: string; hint: string };
      };
      assert.equal(error.code, "not-found", verb);
      assert.match(error.message, /deep[\\/]er has no history yet/);
      assert.match(error.hint, /Use “checkpoint create” to start one/);
    }
    assert.equal(fs.existsSync(work.dataDir), false);
    await run(["create", "-m", "whole"], work.root);
    assert.match((await run(["list"])).stdout, /whole/);
  });

  it("is not below the current folder if HOME is empty or relative", async () => {
    const work = workspace({ "a.txt": "a" });
    for (const HOME of ["", "home"]) {
      const env = { HOME, XDG_DATA_HOME: "", LOCALAPPDATA: "" };
      const { store } = await status(work, [], { env });
      assert.ok(path.isAbsolute(store), store);
      assert.ok(!store.startsWith(work.root), store);
      const created = await work.run(["create"], { env });
      assert.equal(created.code, 0, created.stderr);
    }
  });

  it("may start with ~ where no shell expands it", async () => {
    const work = workspace({ "a.txt": "a" });
    const stores = path.join(work.home, "kept", "stores");
    const found = [
      await status(work, ["--store=~/kept"]),
      await status(work, [], { env: { CHECKPOINT_STORE: "~/kept" } }),
    ];
    for (const { store } of found) assert.ok(store.startsWith(stores), store);
    fs.mkdirSync(path.join(work.home, "shop"));
    const { root } = await status(work, ["--workspace=~/shop"]);
    assert.equal(root, path.join(work.home, "shop"));
    // Called directly.
    fs.mkdirSync(work.at("~"));
    const itself = await status(work, ["--workspace=./~"]);
    assert.equal(itself.root, path.normalize(work.at("~")));
  });

  it("is what --workspace and --store say", async () => {
    const work = workspace({ "a.txt": "a" });
    const store = path.join(work.base, "elsewhere");
    const found = await status(
      work,
      ["--workspace", work.root, "--store", store],
      {
        cwd: work.base,
      },
    );
    assert.equal(found.root, work.root);
    assert.ok(found.store.startsWith(path.join(store, "stores")));
    const data = path.join(work.dataDir, "registry");
    assert.equal(
      fs.existsSync(data),
      false,
      "a store named once is not remembered",
    );
  });

  it("is what CHECKPOINT_STORE says", async () => {
    const work = workspace({ "a.txt": "a" });
    const env = { CHECKPOINT_STORE: path.join(work.base, "env") };
    const found = await status(work, [], { env });
    assert.ok(found.store.startsWith(path.join(work.base, "env", "stores")));
  });

  it("is the folder's own after cd from a terminal of another project", async () => {
    const [here, there] = [workspace({ a: "a" }), workspace({ b: "b" })];
    const own = { hasOwnStore: true };
    await here.run(["create", "-m", "here"], own);
    await here.run(["create", "-m", "there"], { ...own, cwd: there.root });
    const { store } = await status(here, []);
    const inTerminal = { ...own, env: { CHECKPOINT_STORE: store } };
    const names = async (cwd: string, options: CliOptions) => {
      const { stdout } = await here.run(["list", "--json"], {
        ...options,
        cwd,
      });
      const { checkpoints } = JSON.parse(stdout) as {
        checkpoints: { name: string }[];
      };
      return checkpoints.map(({ name }) => name);
    };
    await here.run(["create", "-m", "after cd"], {
      ...inTerminal,
      cwd: there.root,
    });
    await here.run(["create", "-m", "at home"], inTerminal);
    for (const options of [own, inTerminal]) {
      assert.deepEqual(await names(here.root, options), ["at home", "here"]);
      assert.deepEqual(await names(there.root, options), ["after cd", "there"]);
    }
  });

  it("is registered, readable only by this account", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.run(["create"], { hasOwnStore: true });
    const { store } = await status(work, []);
    const registry = path.join(work.dataDir, "registry");
    const [entry] = fs.readdirSync(registry);
    const file = path.join(registry, entry!);
    const known = JSON.parse(fs.readFileSync(file, "utf8")) as Record<
      string,
      string
    >;
    assert.equal(known["root"], work.root);
    assert.equal(known["storeDir"], store);
    if (process.platform !== "win32") {
      assert.equal(fs.statSync(file).mode & 0o77, 0);
      assert.equal(fs.statSync(store).mode & 0o77, 0);
    }
  });

  it("uses the account's own settings", async () => {
    const work = workspace({ "a.txt": "a", "b.skip": "b" });
    const data = work.dataDir;
    fs.mkdirSync(data, { recursive: true });
    fs.writeFileSync(path.join(data, "config.json"), '{"exclude": ["*.skip"]}');
    assert.equal(await work.prints("create"), "#0 Checkpoint: 1 added\n");
  });

  it("does not depend on anything in the folder itself", async () => {
    const work = workspace({ "a.txt": "a" });
    for (const name of [
      "config.json",
      ".checkpoint/config.json",
      "checkpoint.json",
    ])
      work.write(name, '{"exclude": ["**"], "store": "/tmp/evil"}');
    assert.equal(await work.prints("create"), "#0 Checkpoint: 4 added\n");
  });

  it("cannot be a deleted folder: the command reports that, and a hook continues", async function () {
    if (process.platform === "win32") this.skip();
    const work = workspace({ "a.txt": "a" });
    const inGone = (...args: string[]) => {
      const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
      const words = ["-c", script, "sh", process.execPath, cliFile, ...args];
      return spawnSync("/bin/sh", words, {
        ...{ cwd: work.base, env: work.env, encoding: "utf8" as const },
        // There is no event: nothing is left running.
        input: "",
      });
    };
    const hook = inGone("hook", "gemini", "BeforeTool");
    assert.deepEqual([hook.status, hook.stdout], [0, "{}\n"], hook.stderr);
    const help = inGone("help", "adopt");
    assert.deepEqual([help.status, help.stderr], [0, ""]);
    assert.match(help.stdout, /^checkpoint adopt:/);
    const list = inGone("list");
    assert.equal(list.status, 1);
    assert.match(
      list.stderr,
      /The current directory no longer exists[^]*Change to another directory/,
    );
  });
});
