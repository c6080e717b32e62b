import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import guard from "../../src/cli/commands/guard";
import { Context } from "../../src/cli/context";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { CheckpointError } from "../../src/engine/model/errors";
import type { RestoreReport } from "../../src/engine/model/restorePlan";
import { assertSameTree } from "../helpers/tree";
import { cliFile, cliForEach, resultOf } from "./runCli";
import { terminal } from "./terminal";

/** A command that is there on every platform: Node itself. */
const node = (script: string) => ["--", process.execPath, "-e", script];
const BREAK = `
  const fs = require("fs");
  fs.writeFileSync("a.txt", "broken");
  fs.rmSync("dir", { recursive: true });
  console.log("said on stdout");
  process.exit(7);`;

interface Answer {
  guard: Checkpoint;
  command: string[];
  exitCode: number;
  restored: RestoreReport | null;
}

describe("checkpoint guard", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  const files = { "a.txt": "a", "dir/b.txt": "b" };

  it("makes a guard and passes on what a good command does", async () => {
    const work = workspace(files);
    const result = await work.run([
      "guard",
      "-m",
      "before the trial",
      ...node(
        "require('fs').writeFileSync('a.txt', 'good'); console.log('hello')",
      ),
    ]);
    assert.equal(result.code, 0);
    assert.equal(result.stdout, "hello\n");
    assert.equal(work.text("a.txt"), "good");
    const { checkpoints } = await work.json<{ checkpoints: Checkpoint[] }>(
      "list",
    );
    assert.deepEqual(
      checkpoints.map((c) => [c.kind, c.name]),
      [["guard", "before the trial"]],
    );
    assert.equal(await work.prints("cat", "0", "a.txt"), "a");
  });

  it("ends as the command ends, and says how to go back", async () => {
    const work = workspace(files);
    const result = await work.run(["guard", ...node(BREAK)]);
    assert.equal(result.code, 7);
    assert.match(result.stderr, /failed with exit code 7/);
    assert.match(result.stderr, /checkpoint restore 0/);
    assert.equal(work.text("a.txt"), "broken");
  });

  it("goes back with --yes", async () => {
    const work = workspace(files);
    const before = work.tree();
    const result = await work.run(["guard", "--yes", ...node(BREAK)]);
    assert.equal(result.code, 7);
    assertSameTree(work.tree(), before);
    // Both guards are called by what they came before, as one would type it.
    const { checkpoints } = await work.json<{
      checkpoints: { name: string }[];
    }>("list");
    const [restored, guard] = checkpoints.map(({ name }) => name);
    assert.match(guard ?? "", /^Before .*-e '/);
    assert.match(restored ?? "", /^Before restore to #0 Before /);
  });

  it("answers in JSON, with what the command said kept out of it", async () => {
    const work = workspace(files);
    const result = await work.run(["guard", "--yes", "--json", ...node(BREAK)]);
    assert.equal(result.code, 7);
    assert.match(result.stderr, /said on stdout/);
    const answer = JSON.parse(result.stdout) as Answer;
    assert.deepEqual(Object.keys(answer).sort(), [
      "command",
      "exitCode",
      "guard",
      "restored",
    ]);
    assert.equal(answer.guard.kind, "guard");
    assert.equal(answer.exitCode, 7);
    assert.equal(answer.restored?.applied, true);
  });

  it("restores nothing when the command changed nothing", async () => {
    const work = workspace(files);
    const result = await work.run([
      "guard",
      "--yes",
      ...node("process.exit(3)"),
    ]);
    assert.equal(result.code, 3);
    assert.match(result.stderr, /changed no recorded file/);
  });

  it("says so when there is no such command, as a shell does", async () => {
    const result = await workspace(files).run([
      "guard",
      "--",
      "no-such-command-here",
    ]);
    assert.equal(result.code, 127);
    assert.match(result.stderr, /“no-such-command-here” cannot be started/);
  });

  it("says so when a command may not be executed", async function () {
    if (process.platform === "win32") return;
    const result = await workspace(files).run(["guard", "--", "./a.txt"]);
    assert.equal(result.code, 127);
    assert.match(result.stderr, /cannot be started: it may not be executed/);
  });

  it("counts any signal as a shell does", async function () {
    if (process.platform === "win32") return;
    const { code } = await workspace(files).run([
      "guard",
      ...node("process.kill(process.pid, 'SIGUSR2')"),
    ]);
    assert.equal(code, 128 + os.constants.signals.SIGUSR2);
  });

  it("says how to take the changes back after Ctrl-C at the question", async () => {
    const work = workspace(files);
    const engine = await work.open();
    let said = "";
    const context = new Context(
      terminal((text) => void (said += text)),
      {},
      work.root,
    );
    context.open = () => Promise.resolve(engine);
    context.agrees = () =>
      Promise.reject(new CheckpointError("cancelled", "Nothing was changed."));
    const [, ...rest] = node(
      "require('fs').writeFileSync('a.txt', 'broken'); process.exit(7)",
    );
    const call = { values: {}, operands: [], rest, context };
    assert.equal(await guard.run(call), 7);
    assert.match(said, /To take its changes back: checkpoint restore 0\n$/);
    assert.doesNotMatch(said, /Nothing was changed/);
  });

  it("names a moment when the guard itself is gone", async () => {
    const work = workspace(files);
    await work.prints("create");
    work.write("a.txt", "worked on");
    const own = path.join(work.base, "own");
    const line = [cliFile, "--store", own, "guard", ...node("")];
    const script = `for (let i = 0; i < 6; i++)
      require("child_process").spawnSync(process.execPath, ${JSON.stringify(line)});
      ${BREAK}`;
    const { stderr } = await work.run(["guard", ...node(script)]);
    assert.match(stderr, /To take its changes back: checkpoint restore @2\n/);
    await work.prints("restore", "@2", "--yes");
    assert.equal(work.text("a.txt"), "worked on");
  });

  it("passes a signal on and reports it as a shell does", async function () {
    if (process.platform === "win32") return;
    const work = workspace(files);
    const child = work.start([
      "guard",
      ...node("console.log('up'); setInterval(() => {}, 1000)"),
    ]);
    child.stdout!.once("data", () => child.kill("SIGTERM"));
    const { code } = await resultOf(child);
    assert.equal(code, 128 + 15);
  });
});
