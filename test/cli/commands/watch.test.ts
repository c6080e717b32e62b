import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import { cliForEach, resultOf, type CliWorkspace } from "../runCli";

describe("checkpoint watch", function () {
  this.timeout(120_000);
  const workspace = cliForEach();

  /** Resolves when stderr contains this text. */
  function says(child: ChildProcess, words: RegExp): Promise<void> {
    let text = "";
    return new Promise((resolve, reject) => {
      child.stderr!.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (words.test(text)) resolve();
      });
      child.once("close", () =>
        reject(new Error(`ended without ${words}: ${text}`)),
      );
    });
  }

  const start = async (work: CliWorkspace, ...args: string[]) => {
    const child = work.start(["watch", "--quiet-ms", "50", ...args]);
    child.stdin!.end();
    const result = resultOf(child);
    await says(child, /Watching/);
    return { child, result };
  };

  it("records bursts as moments, and creates a checkpoint after a pause", async () => {
    const work = workspace({
      "a.txt": "a",
      ".gitignore": "skip\n",
      "skip/x": "x",
    });
    await work.prints("create");
    const { child, result } = await start(work, "--every", "1");
    const named = says(child, /#1 Automatic checkpoint/);
    work.write("a.txt", "changed");
    work.write("deep/er/new.txt", "new");
    work.write("skip/y", "ignored");
    await named;
    child.kill("SIGTERM");
    const { code, stderr, stdout } = await result;
    assert.equal(code, 0);
    assert.match(stderr, /\d\d:\d\d:\d\d @\d+ .*(a\.txt|deep\/er\/new\.txt)/);
    assert.doesNotMatch(stderr, /skip\//);
    assert.match(stdout, /moments? and \d+ checkpoints? recorded/);
    const { checkpoints } = await work.json<{ checkpoints: Checkpoint[] }>(
      "list",
    );
    assert.equal(checkpoints[0]!.kind, "automatic");
    assert.equal(await work.prints("cat", "latest", "deep/er/new.txt"), "new");
  });

  it("records pending changes when it is stopped, and answers in JSON", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create");
    const { child, result } = await start(
      work,
      "--json",
      "--every",
      "600",
      "--rescan",
      "600",
    );
    work.write("late.txt", "late");
    child.kill("SIGINT");
    const { code, stdout } = await result;
    assert.equal(code, 0);
    const answer = JSON.parse(stdout) as {
      workspace: string;
      moments: number;
      checkpoints: Checkpoint[];
    };
    assert.equal(answer.workspace, work.root);
    assert.equal(answer.moments, 1);
    assert.equal(answer.checkpoints.length, 1);
    assert.equal(await work.prints("cat", "latest", "late.txt"), "late");
  });

  it("records what changes between the first scan and the start of watching", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create");
    work.write("new.txt", "new");
    const child = work.start(["watch", "--every", "600", "--quiet-ms", "50"]);
    child.stdin!.end();
    const result = resultOf(child);
    // Printed right after the first scan, before anything is watched.
    await says(child, /@\d+ .*new\.txt/);
    work.write("early.txt", "early");
    const found = await Promise.race([
      says(child, /early\.txt/).then(() => true),
      sleep(10_000, false, { ref: false }),
    ]);
    child.kill("SIGTERM");
    await result;
    assert(found, "only found when it ended");
  });

  it("records a folder for the first time, and what changed while it was not running", async () => {
    const work = workspace({ "a.txt": "a" });
    const { child, result } = await start(work, "--every", "600");
    child.kill("SIGTERM");
    const { stderr } = await result;
    assert.match(stderr, /@1 \+1 a\.txt/);
    assert.equal(await work.prints("cat", "latest", "a.txt"), "a");
  });
});
