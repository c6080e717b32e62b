import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { BisectAnswer } from "../../../src/answers/verbs";
import { assertSameTree, emptyFolders } from "../../helpers/tree";
import { cliForEach, resultOf, type CliWorkspace } from "../runCli";

const node = (script: string) => ["--", process.execPath, "-e", script];
/** Fails once the bug is present; records where it ran. */
const TEST = `process.exit(require("fs").existsSync("src/bug") ? 1 : 0)`;

/** A temporary folder of its own: on Windows, other suites share the system's. */
function ownTemp(): { env: Record<string, string>; left: () => string[] } {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-bisect-"));
  return {
    env: { TMPDIR: dir, TEMP: dir, TMP: dir },
    left: () =>
      fs
        .readdirSync(dir)
        .filter((name) => name.startsWith("checkpoint-scratch-")),
  };
}

describe("checkpoint bisect", function () {
  this.timeout(240_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ ".gitignore": "node_modules\ndist\n" });
    work.write("node_modules/dep/index.js", "module.exports = 1");
    work.write("dist/built.js", "built");
    // Created by the engine directly: the command is under test, not its speed.
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
    const { env, left } = ownTemp();
    const line = ["bisect", "0", "latest", ...node(TEST)];
    const result = await work.run(line, { env });
    assert.equal(result.code, 0, result.stderr);
    assert.match(
      result.stdout,
      /^#5 step 5 \(.*\) is the first bad one \(\d+ tests\)\.\n/,
    );
    assert.match(result.stdout, /^A .* src\/bug$/m);
    assert.match(result.stdout, /^-4$/m);
    assert.match(result.stderr, /good #0 step 0\n/);
    assertSameTree(work.tree(), before);
    assert.deepEqual(left(), []);
  });

  it("refers to the current state as workspace", async () => {
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

  it("refuses to copy a path that does not exist", async () => {
    const line = ["bisect", "0", "7", "--copy", "nope", ...node(TEST)];
    const { exit, code, message } = await work.problem(...line);
    assert.deepEqual([exit, code], [1, "not-found"]);
    assert.equal(message, "--copy nope: there is no such file or folder.");
  });

  it("answers in JSON, needs few tests, and skips points that ask for it", async () => {
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
      "leftOut",
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

  it("leaves the folder as it is, whatever the command destroys", async () => {
    work.write(".gitignore", "node_modules\ndist\ndata\n*.db\n");
    work.write("data/only copy.csv", "years of work");
    work.write("data/deep/er/x", "x");
    work.write("state.db", "rows");
    fs.linkSync(work.at("state.db"), work.at("data/state.db"));
    work.link("data/absolute", work.at("src"));
    work.link("data/up", "../..");
    work.link("data/home", "/");
    work.link("data/new", work.at("data/not there yet"));
    work.link("to data", work.at("data"));
    work.link("to db", work.at("state.db"));
    const before = work.tree();
    const folders = emptyFolders(work.root);
    const destroy = `
      const fs = require("fs"), path = require("path");
      if (fs.readFileSync("data/only copy.csv", "utf8") !== "years of work") process.exit(9);
      if (fs.readFileSync("state.db", "utf8") !== "rows") process.exit(9);
      const isFailing = fs.existsSync("src/bug");
      const top = fs.realpathSync(".");
      if (process.env.PWD && process.env.PWD !== top) process.exit(9);
      // First through every link, then everything else.
      const walk = (at) => {
        for (const name of fs.readdirSync(at)) {
          const full = path.join(at, name);
          const stat = fs.lstatSync(full);
          if (stat.isDirectory()) walk(full);
          else try {
            const real = fs.existsSync(full) ? fs.realpathSync(full) : full;
            if (fs.existsSync(full) && fs.statSync(full).isDirectory()) {
              // Files outside both the copy and the workspace must not be
              // destroyed.
              if (real.startsWith(${JSON.stringify(work.base)}) || real.startsWith(top))
                for (const below of fs.readdirSync(full)) fs.rmSync(path.join(full, below), { recursive: true });
            } else fs.writeFileSync(full, "destroyed");
          } catch (error) { if (error.code !== "ENOENT") throw error; }
        }
      };
      walk(".");
      for (const name of fs.readdirSync(".")) fs.rmSync(name, { recursive: true });
      process.exit(isFailing ? 1 : 0);`;
    const result = await work.run([
      "bisect",
      "0",
      "7",
      "--json",
      "--copy",
      "state.db",
      ...node(destroy),
    ]);
    assertSameTree(work.tree(), before);
    assert.deepEqual(emptyFolders(work.root), folders);
    assert.equal(result.code, 0, result.stdout + result.stderr);
    const answer = JSON.parse(result.stdout) as BisectAnswer;
    assert.equal(answer.culprit?.checkpoint?.number, 5);
    assert.ok(answer.tests.every(({ exitCode }) => exitCode < 2));
    assert.deepEqual(
      answer.leftOut.map(({ path, reason }) => `${reason} ${path}`),
      ["build-product dist", "leads-back data/home", "leads-back data/up"],
    );
    assert.match(
      result.stderr,
      /^not in the copy: dist \(build output\)\nuse --copy PATH to include one of them$/m,
    );
  });

  it("runs outside the folder, with dependencies but without build output", async () => {
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

  it("uses the current version of --keep paths, and tests moments", async () => {
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

  it("reports if an end is not good or bad as claimed", async () => {
    const good = await work.problem("bisect", "6", "7", ...node(TEST));
    assert.match(good.message, /fails at #6 step 6, which was given as GOOD/);
    const bad = await work.problem("bisect", "0", "3", ...node(TEST));
    assert.match(bad.message, /succeeds at #3 step 3, which was given as BAD/);
    assert.deepEqual([good.exit, bad.exit], [1, 1]);
  });

  it("stops on Ctrl-C while copying, before any test", async function () {
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
    const { env, left } = ownTemp();
    const endless = `require("fs").writeSync(2, "running\\n"); setInterval(() => {}, 1000)`;
    const child = work.start(["bisect", "0", "7", ...node(endless)], { env });
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
    assert.deepEqual(left(), []);
  });
});
