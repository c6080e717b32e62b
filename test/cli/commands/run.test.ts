import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { RunAnswer } from "../../../src/answers/verbs";
import { assertSameTree } from "../../helpers/tree";
import { cliForEach, type CliWorkspace } from "../runCli";

const node = (script: string) => ["--", process.execPath, "-e", script];
const PRINTS = `process.stdout.write(require("fs").readFileSync("a.txt"))`;

describe("checkpoint run", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  let work: CliWorkspace;
  let temp: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    work = workspace({ ".gitignore": "node_modules\ndist\n", "a.txt": "one" });
    work.write("node_modules/dep/index.js", "module.exports = 1");
    work.write("dist/built.js", "built");
    work.write("sub/b.txt", "b");
    await work.prints("create", "-m", "first");
    work.write("a.txt", "two");
    temp = path.join(work.base, "temp");
    fs.mkdirSync(temp);
    env = { TMPDIR: temp, TEMP: temp, TMP: temp };
  });

  it("runs in a copy of that point, with dependencies, and removes it", async () => {
    const before = work.tree();
    const spoil = `require("./node_modules/dep"); require("fs").rmSync("sub", { recursive: true });`;
    const result = await work.run(["run", "0", ...node(spoil + PRINTS)], {
      env,
    });
    assert.equal(result.code, 0, result.stderr);
    assert.equal(result.stdout, "one");
    assert.match(result.stderr, /^not in the copy: dist \(build output\)$/m);
    assertSameTree(work.tree(), before);
    assert.deepEqual(fs.readdirSync(temp), []);
  });

  it("ends with the command's exit code, and answers in JSON", async () => {
    const fails = ["run", "0", "--json", ...node(`${PRINTS}; process.exit(7)`)];
    const result = await work.run(fails, { env });
    assert.equal(result.code, 7);
    assert.match(result.stderr, /one/, "stdout is for the answer");
    const answer = JSON.parse(result.stdout) as RunAnswer;
    assert.equal(answer.exitCode, 7);
    assert.equal(answer.copy, null);
    assert.equal(answer.point.checkpoint?.name, "first");
    assert.deepEqual(answer.leftOut, [
      { path: "dist", reason: "build-product" },
    ]);
    const missing = await work.run(["run", "0", "--", "no-such-program"], {
      env,
    });
    assert.equal(missing.code, 127);
    assert.deepEqual(fs.readdirSync(temp), []);
  });

  it("means the current files by workspace", async () => {
    const { stdout } = await work.run(["run", "workspace", ...node(PRINTS)], {
      env,
    });
    assert.equal(stdout, "two");
  });

  it("starts in the folder that corresponds to the current one", async () => {
    const where = node(`process.stdout.write(process.cwd())`);
    const cwd = work.at("sub");
    const { stdout } = await work.run(["run", "0", ...where], { env, cwd });
    assert.equal(path.basename(stdout), "sub");
    assert.ok(stdout.startsWith(fs.realpathSync.native(temp)), stdout);
  });

  it("keeps the copy with --into, even if the command fails", async () => {
    const into = path.join(work.base, "then");
    const line = ["run", "0", "--into", into];
    const result = await work.run([...line, ...node("process.exit(3)")]);
    assert.equal(result.code, 3);
    assert.equal(fs.readFileSync(path.join(into, "a.txt"), "utf8"), "one");
    assert.ok(fs.existsSync(path.join(into, "node_modules/dep/index.js")));
    fs.writeFileSync(path.join(into, "a.txt"), "mine");
    const again = await work.problem(...line);
    assert.equal(again.code, "refused");
    assert.equal(fs.readFileSync(path.join(into, "a.txt"), "utf8"), "mine");
  });

  it("removes the copy when its caller says stop, or goes away", async () => {
    for (const end of ["stop", "disconnect"] as const) {
      const endless = `require("fs").writeSync(2, "running\\n"); setInterval(() => {}, 1000)`;
      const child = work.start(["run", "0", ...node(endless)], {
        env,
        hasChannel: true,
      });
      child.stderr!.on("data", (chunk: Buffer) => {
        if (!chunk.includes("running")) return;
        if (end === "stop") child.send("stop");
        else child.disconnect();
      });
      // After a disconnect, Node reports no “close”.
      await once(child, "exit");
      assert.deepEqual(fs.readdirSync(temp), [], end);
    }
  });
});
