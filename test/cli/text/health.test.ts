import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { repository } from "../../helpers/repository";
import { cliForEach, type CliWorkspace } from "../runCli";

const stub = path.join(repository, "test/editor/stubs/cutOff.cjs");

describe("what a command reports about the health of a history", function () {
  this.timeout(60_000);
  const workspace = cliForEach();

  /** Kills a restore of two files before it places this one. */
  const cutOff = async (at: number): Promise<CliWorkspace> => {
    const work = workspace({ a: "1", b: "1" });
    await work.prints("create");
    work.write("a", "2");
    work.write("b", "2");
    const { signal, code } = await work.run(["restore", "#0", "--yes"], {
      env: {
        NODE_OPTIONS: `--require ${stub}`,
        CHECKPOINT_CUT_OFF_AT: String(at),
      },
    });
    // Windows has no signals: a killed process exits with 1.
    const isWindows = process.platform === "win32";
    assert.deepEqual([signal, code], isWindows ? [null, 1] : ["SIGKILL", null]);
    return work;
  };

  it("says that a restore was interrupted and has been finished, once", async () => {
    const work = await cutOff(2);
    const { code, stderr, stdout } = await work.run(["list", "--json"]);
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^note: “restore to #0 Checkpoint” was interrupted and has now been finished\. .*“checkpoint undo”\.\n$/,
    );
    JSON.parse(stdout);
    assert.deepEqual([work.text("a"), work.text("b")], ["1", "1"]);
    assert.equal((await work.run(["list"])).stderr, "");
  });

  it("says that a restore was interrupted and has been rolled back", async () => {
    const work = await cutOff(1);
    const { stderr } = await work.run(["list"]);
    assert.match(stderr, /was interrupted and has been rolled back\./);
    assert.deepEqual([work.text("a"), work.text("b")], ["2", "2"]);
  });

  it("says that the history is damaged, and what to do", async () => {
    const work = workspace({ a: "1" });
    await work.prints("create");
    const { store } = await work.json<{ store: string }>("status");
    fs.rmSync(path.join(store, "format.json"));
    const { code, stderr, stdout } = await work.run(["list"]);
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^note: The history of .+ is damaged: format\.json was/,
    );
    assert.match(stderr, /Use “checkpoint verify” to see what is affected/);
    assert.match(stdout, /#0/);
  });
});
