import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { BisectAnswer } from "../../src/cli/bisectText";
import { assertSameTree } from "../helpers/tree";
import { cliForEach, resultOf, type CliWorkspace } from "./runCli";

const node = (script: string) => ["--", process.execPath, "-e", script];
/** Fails once the bug is there; notes where it ran. */
const TEST = `process.exit(require("fs").existsSync("src/bug") ? 1 : 0)`;

const scratches = () =>
  fs
    .readdirSync(os.tmpdir())
    .filter((name) => name.startsWith("checkpoint-scratch-"));

describe("checkpoint bisect", function () {
  this.timeout(240_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ ".gitignore": "node_modules\ndist\n" });
    work.write("node_modules/dep/index.js", "module.exports = 1");
    work.write("dist/built.js", "built");
    // Made by the engine itself: the command is what is tried, not its speed.
    const { store } = await work.json<{ store: string }>("status");
    const engine = await work.open({ storeDir: store });
    for (let i = 0; i < 8; i++) {
      work.write("src/count.txt", `${i}`);
      if (i === 5) work.write("src/bug", "");
      engine.checkpoint({ name: `step ${i}`, source: "codex" });
    }
    engine.close();
  });

  it("finds the first bad checkpoint and shows what it changed", async () => {
    const before = work.tree();
    const known = scratches();
    const result = await work.run(["bisect", "0", "latest", ...node(TEST)]);
    assert.equal(result.code, 0, result.stderr);
    assert.match(
      result.stdout,
      /^#5 step 5 \(.*\) is the first bad one \(\d+ tests\)\.\n/,
    );
    assert.match(result.stdout, /^A .* src\/bug$/m);
    assert.match(result.stdout, /^-4$/m);
    assert.match(result.stderr, /good #0 step 0\n/);
    assertSameTree(work.tree(), before);
    assert.deepEqual(scratches(), known);
  });

  it("calls the folder as it is now by its name", async () => {
    work.write("src/count.txt", "8");
    const { code, stderr } = await work.run([
      "bisect",
      "4",
      "workspace",
      ...node(TEST),
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^bad workspace$/m);
  });

  it("refuses to link a folder in that is not there", async () => {
    const line = ["bisect", "0", "7", "--link", "nope", ...node(TEST)];
    const { exit, code, message } = await work.problem(...line);
    assert.deepEqual([exit, code], [1, "not-found"]);
    assert.equal(message, "--link nope: there is no such folder.");
  });

  it("answers in JSON, needs few tests, and skips what asks for it", async () => {
    const skipping = `if (require("fs").readFileSync("src/count.txt", "utf8") === "4") process.exit(125); console.log("noise"); ${TEST}`;
    const result = await work.run([
      "bisect",
      "0",
      "7",
      "--json",
      ...node(skipping),
    ]);
    assert.equal(result.code, 1, "the culprit may be the skipped one");
    const answer = JSON.parse(result.stdout) as BisectAnswer;
    assert.deepEqual(Object.keys(answer).sort(), [
      "culprit",
      "diff",
      "lastGood",
      "suspects",
      "tests",
    ]);
    assert.equal(answer.culprit, null);
    assert.deepEqual(
      answer.suspects.map((p) => p.checkpoint?.number),
      [4, 5],
    );
    assert.equal(answer.lastGood.checkpoint?.number, 3);
    assert.ok(answer.tests.length <= 6);
    assert.ok(
      answer.tests.some((t) => t.outcome === "skip" && t.exitCode === 125),
    );
    assert.deepEqual(
      answer.diff.added.map((c) => c.path),
      ["src/bug"],
    );
  });

  it("runs outside the folder with dependencies linked in and products left out", async () => {
    const look = `
      const fs = require("fs");
      if (process.cwd().startsWith(${JSON.stringify(work.base)})) process.exit(9);
      if (require("./node_modules/dep") !== 1 || fs.existsSync("dist")) process.exit(9);
      fs.writeFileSync("src/count.txt", "scribble");
      fs.writeFileSync("left-behind", "x");
      ${TEST}`;
    const before = work.tree();
    const result = await work.run(["bisect", "0", "7", ...node(look)]);
    assert.equal(result.code, 0, result.stderr);
    assert.match(result.stdout, /^#5 step 5/);
    assertSameTree(work.tree(), before);
  });

  it("keeps today's version of what --keep names, and goes over moments", async () => {
    work.write("check.js", TEST);
    const result = await work.run([
      "bisect",
      "0",
      "workspace",
      "--moments",
      "--json",
      "--keep",
      "check.js",
      "--",
      process.execPath,
      "check.js",
    ]);
    assert.equal(result.code, 0, result.stdout + result.stderr);
    const { culprit } = JSON.parse(result.stdout) as BisectAnswer;
    assert.equal(culprit?.checkpoint?.number, 5);
  });

  it("says so when an end is not what it was given as", async () => {
    const good = await work.problem("bisect", "6", "7", ...node(TEST));
    assert.match(good.message, /fails at #6 step 6, which was given as GOOD/);
    const bad = await work.problem("bisect", "0", "3", ...node(TEST));
    assert.match(bad.message, /succeeds at #3 step 3, which was given as BAD/);
    assert.deepEqual([good.exit, bad.exit], [1, 1]);
  });

  it("hears Ctrl-C while it still copies, and tries nothing", async function () {
    if (process.platform === "win32") return;
    for (let i = 0; i < 6000; i++) work.write(`many/${i % 50}/${i}`, `${i}`);
    await work.prints("create");
    work.write("one more", "");
    await work.prints("create");
    const temp = path.join(work.base, "temp");
    fs.mkdirSync(temp);
    const watcher = fs.watch(temp);
    const child = work.start(["bisect", "8", "9", ...node(TEST)], {
      env: { TMPDIR: temp },
    });
    watcher.once("change", () => child.kill("SIGINT"));
    const { code, stderr } = await resultOf(child);
    watcher.close();
    assert.equal(code, 130);
    assert.doesNotMatch(stderr, /trying/);
    assert.deepEqual(fs.readdirSync(temp), []);
  });

  it("cleans up after Ctrl-C", async function () {
    if (process.platform === "win32") return;
    const known = scratches();
    const child = work.start([
      "bisect",
      "0",
      "7",
      ...node(
        `require("fs").writeSync(2, "running\\n"); setInterval(() => {}, 1000)`,
      ),
    ]);
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes("running")) return;
      child.stderr!.off("data", listen);
      child.kill("SIGINT");
    };
    child.stderr!.on("data", listen);
    const { code } = await resultOf(child);
    assert.equal(code, 130);
    assert.deepEqual(scratches(), known);
  });
});
