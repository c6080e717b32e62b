import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { repository } from "../helpers/repository";
import { cliForEach, type CliWorkspace } from "./runCli";

const stub = path.join(repository, "test/host/stubs/cutOff.cjs");

describe("what a command tells of a history's health", function () {
  this.timeout(60_000);
  const workspace = cliForEach();

  /** Kills a restore of two files before it places this one of them. */
  const cutOff = async (at: number): Promise<CliWorkspace> => {
    const work = workspace({ a: "1", b: "1" });
    await work.prints("create");
    work.write("a", "2");
    work.write("b", "2");
    const { signal } = await work.run(["restore", "#0", "--yes"], {
      env: {
        NODE_OPTIONS: `--require ${stub}`,
        CHECKPOINT_CUT_OFF_AT: String(at),
      },
    });
    assert.equal(signal, "SIGKILL");
    return work;
  };

  it("says that a restore was cut off and has been finished, once", async () => {
    const work = await cutOff(2);
    const { code, stderr, stdout } = await work.run(["list", "--json"]);
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^note: “restore to #0 Checkpoint” was cut off, and has been finished now; “checkpoint undo” takes it back\.\n$/,
    );
    JSON.parse(stdout);
    assert.deepEqual([work.text("a"), work.text("b")], ["1", "1"]);
    assert.equal((await work.run(["list"])).stderr, "");
  });

  it("says that a restore was cut off and has been taken back", async () => {
    const work = await cutOff(1);
    const { stderr } = await work.run(["list"]);
    assert.match(stderr, /has been taken back: your files are as they were/);
    assert.deepEqual([work.text("a"), work.text("b")], ["2", "2"]);
  });

  it("says that the history is damaged, and what to do", async () => {
    const work = workspace({ a: "1" });
    await work.prints("create");
    const { store } = await work.json<{ store: string }>("status");
    fs.rmSync(path.join(store, "format.json"));
    const { code, stderr, stdout } = await work.run(["list"]);
    assert.equal(code, 0);
    assert.match(stderr, /^note: This history is damaged: format\.json was/);
    assert.match(stderr, /“checkpoint verify” says what is affected/);
    assert.match(stdout, /#0/);
  });
});
