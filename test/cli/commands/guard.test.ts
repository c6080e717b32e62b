import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import guard from "../../../src/cli/commands/guard";
import { Context } from "../../../src/cli/context";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import { SaidError } from "../../../src/wording/said";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { verbs } from "../../../src/cli/verbs";
import { assertSameTree } from "../../helpers/tree";
import { cliFile, cliForEach, resultOf } from "../runCli";
import { terminal } from "../terminal";

/** A command that exists on every platform: Node itself. */
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

  it("creates a guard and passes on the output of a successful command", async () => {
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

  it("exits with the command's exit code, and says how to undo its changes", async () => {
    const work = workspace(files);
    const result = await work.run(["guard", ...node(BREAK)]);
    assert.equal(result.code, 7);
    assert.match(result.stderr, /failed with exit code 7/);
    assert.match(result.stderr, /checkpoint restore 0/);
    assert.equal(work.text("a.txt"), "broken");
  });

  it("undoes the changes with --yes", async () => {
    const work = workspace(files);
    const before = work.tree();
    const result = await work.run(["guard", "--yes", ...node(BREAK)]);
    assert.equal(result.code, 7);
    assertSameTree(work.tree(), before);
    // Both guards are named after the command that followed, as a user would type
    // it.
    const { checkpoints } = await work.json<{
      checkpoints: { name: string }[];
    }>("list");
    const [restored, guard] = checkpoints.map(({ name }) => name);
    assert.match(guard ?? "", /^Before .*-e '/);
    assert.match(restored ?? "", /^Before restore to #0 Before /);
  });

  it("answers in JSON, without the command's output", async () => {
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

  it("restores nothing if the command changed nothing", async () => {
    const work = workspace(files);
    const result = await work.run([
      "guard",
      "--yes",
      ...node("process.exit(3)"),
    ]);
    assert.equal(result.code, 3);
    assert.match(result.stderr, /changed no recorded file/);
  });

  it("reports a command that does not exist, like a shell", async () => {
    const result = await workspace(files).run([
      "guard",
      "--",
      "no-such-command-here",
    ]);
    assert.equal(result.code, 127);
    assert.match(result.stderr, /“no-such-command-here” cannot be started/);
  });

  it("reports a command that is not executable", async function () {
    if (process.platform === "win32") return;
    const result = await workspace(files).run(["guard", "--", "./a.txt"]);
    assert.equal(result.code, 127);
    assert.match(result.stderr, /cannot be started: it is not executable/);
  });

  it("returns the exit code of a shell for any signal", async function () {
    if (process.platform === "win32") return;
    const { code } = await workspace(files).run([
      "guard",
      ...node("process.kill(process.pid, 'SIGUSR2')"),
    ]);
    assert.equal(code, 128 + os.constants.signals.SIGUSR2);
  });

  it("says how to undo the changes after Ctrl-C at the prompt", async () => {
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
      Promise.reject(new SaidError("cancelled", "Nothing was changed."));
    const [, ...rest] = node(
      "require('fs').writeFileSync('a.txt', 'broken'); process.exit(7)",
    );
    const call = { values: {}, operands: [], rest, context, verbs };
    assert.equal(await guard.run(call), 7);
    assert.match(said, /To undo its changes: checkpoint restore 0\n$/);
    assert.doesNotMatch(said, /Nothing was changed/);
  });

  it("refers to a moment if the guard itself was removed", async () => {
    const work = workspace(files);
    await work.prints("create");
    work.write("a.txt", "worked on");
    const own = path.join(work.base, "own");
    const line = [cliFile, "--store", own, "delete", "1"];
    const script = `
      require("child_process").spawnSync(process.execPath, ${JSON.stringify(line)});
      ${BREAK}`;
    const { stderr } = await work.run(["guard", ...node(script)]);
    assert.match(stderr, /To undo its changes: checkpoint restore @2\n/);
    await work.prints("restore", "@2", "--yes");
    assert.equal(work.text("a.txt"), "worked on");
  });

  it("forwards a signal and reports it like a shell", async function () {
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
