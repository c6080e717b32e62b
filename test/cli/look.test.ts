import assert from "node:assert/strict";
import path from "node:path";
import type { Diff } from "../../src/engine/model/changes";
import { repository } from "../helpers/repository";
import { cliForEach, type CliWorkspace } from "./runCli";

const stub = path.join(repository, "test/editor/stubs/mayNotWrite.cjs");

describe("checkpoint diff, cat, history, deleted, status, why", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({
      "a.txt": "one\ntwo\nthree\n",
      "sub/b.txt": "b\n",
      "gone.txt": "gone, but long enough to be told from others\n",
      "old name.txt":
        "this text is long enough to be followed\nby its likeness\n",
    });
    await work.prints("create", "-m", "before");
    work.write("a.txt", "one\nTWO\nthree\n");
    work.write("sub/new.bin", Buffer.from([0, 1, 2, 0, 255]));
    work.remove("gone.txt");
    work.rename("old name.txt", "sub/new name.txt");
  });

  it("compares a point with the current files, and two points", async () => {
    const diff = await work.json<Diff>("diff");
    const fields = ["added", "deleted", "from", "modified", "renamed", "to"];
    assert.deepEqual(Object.keys(diff).sort(), fields);
    const paths = (changes: Diff["added"]) =>
      changes.map((change) => change.path);
    assert.deepEqual(paths(diff.added), ["sub/new.bin"]);
    assert.deepEqual(paths(diff.modified), ["a.txt"]);
    assert.deepEqual(paths(diff.deleted), ["gone.txt"]);
    assert.deepEqual(paths(diff.renamed), ["sub/new name.txt"]);
    assert.equal(diff.renamed[0]!.from, "old name.txt");
    assert.equal(diff.added[0]!.binary, true);
    assert.equal(diff.to.label, "workspace");

    const stat = await work.prints("diff", "0");
    assert.match(stat, /^A {2}binary {2}sub\/new\.bin$/m);
    assert.match(stat, /^M {2}\+1 -1 {3}a\.txt$/m);
    assert.match(stat, /^R {2}\+0 -0 {3}old name\.txt -> sub\/new name\.txt$/m);
    assert.match(stat, /4 files, \+1 -2 lines\n$/);

    await work.prints("create", "-m", "after");
    const both = await work.json<Diff>("diff", "before", "after");
    assert.deepEqual(paths(both.modified), ["a.txt"]);
    assert.equal(
      await work.prints("diff"),
      "No difference from #1 after to workspace.\n",
    );
  });

  it("prints paths, or a patch that git can apply", async () => {
    assert.equal(
      await work.prints("diff", "--name-only"),
      "a.txt\ngone.txt\nsub/new name.txt\nsub/new.bin\n",
    );
    const patch = await work.prints("diff", "--patch", "--", "a.txt");
    assert.match(
      patch,
      /^--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@ -1,3 \+1,3 @@\n one\n-two\n\+TWO\n three\n/m,
    );
    const { patch: inJson } = await work.json<Diff>(
      "diff",
      "-p",
      "-U",
      "0",
      "--",
      "a.txt",
    );
    assert.match(inJson ?? "", /@@ -2 \+2 @@\n-two\n\+TWO\n/);
    assert.equal(
      await work.prints("diff", "-U", "0", "--", "a.txt"),
      await work.prints("diff", "-p", "-U", "0", "--", "a.txt"),
    );
  });

  it("is limited to the given paths, relative to the current directory", async () => {
    const result = await work.run(["diff", "--name-only", "--", "."], {
      cwd: work.at("sub"),
    });
    assert.equal(result.stdout, "sub/new name.txt\nsub/new.bin\n");
  });

  it("prints a recorded file byte for byte", async () => {
    work.write("bytes", Buffer.from([0, 255, 13, 10, 0xe9]));
    await work.prints("create");
    work.remove("bytes");
    const result = await work.run(["cat", "latest", "bytes"]);
    assert.deepEqual([...result.bytes], [0, 255, 13, 10, 0xe9]);
    assert.deepEqual(await work.json("cat", "latest", "bytes"), {
      ref: "latest",
      path: "bytes",
      sizeBytes: 5,
      encoding: "base64",
      content: "AP8NCuk=",
    });
    assert.equal(await work.prints("cat", "0", "a.txt"), "one\ntwo\nthree\n");
    const missing = await work.problem("cat", "0", "nope.txt");
    assert.deepEqual([missing.exit, missing.code], [1, "not-found"]);
  });

  it("lists the versions of a file and of a folder", async () => {
    await work.prints("create");
    const { path, versions } = await work.json<{
      path: string;
      versions: {
        change: string;
        path: string;
        checkpoint: { number: number };
      }[];
    }>("history", "a.txt");
    assert.equal(path, "a.txt");
    assert.deepEqual(
      versions.map((v) => [v.change, v.checkpoint.number]),
      [
        ["modified", 1],
        ["added", 0],
      ],
    );
    const older = await work.prints("history", "a.txt", "--before", "@2");
    assert.match(older, /^@1 .* added /);
    const text = await work.prints("history", "sub");
    assert.match(text, /added .* sub\/new\.bin$/m);
    assert.match(text, /added .* sub\/b\.txt$/m);
  });

  it("lists deleted files, and where to restore them from", async () => {
    await work.prints("create");
    const { deleted } = await work.json<{
      deleted: { path: string; lastMoment: number }[];
    }>("deleted");
    // A file that was renamed is not deleted.
    assert.deepEqual(
      deleted.map((d) => d.path),
      ["gone.txt"],
    );
    const gone = deleted.find((d) => d.path === "gone.txt")!;
    await work.prints(
      "restore",
      `@${gone.lastMoment}`,
      "--yes",
      "--",
      "gone.txt",
    );
    assert.match(work.text("gone.txt"), /gone, but/);
  });

  it("names the rule and its file by which something is not recorded", async () => {
    work.write(".gitignore", "# built\ndist/\n");
    work.write("dist/app.js", "built\n");
    const said = await work.prints("why", "dist/app.js");
    assert.equal(
      said.trim(),
      "dist/app.js is not recorded: .gitignore:2 “dist/” excludes dist.",
    );
    const answer = await work.json<{ recorded: boolean; rule: unknown }>(
      "why",
      "dist/app.js",
    );
    assert.equal(answer.recorded, false);
    const rule = { file: ".gitignore", line: 2, pattern: "dist/" };
    assert.deepEqual(answer.rule, rule);
    const plain = await work.prints("why", "a.txt");
    assert.equal(plain.trim(), "a.txt is recorded.");
  });

  it("shows where the history is and what changed since the last checkpoint", async () => {
    const status = await work.json<Record<string, unknown>>("status");
    assert.equal(status["workspace"], work.root);
    assert.ok(String(status["store"]).startsWith(work.base));
    assert.equal(status["checkpoints"], 1);
    assert.deepEqual(status["changed"], {
      added: ["sub/new name.txt", "sub/new.bin"],
      modified: ["a.txt"],
      deleted: ["gone.txt", "old name.txt"],
    });
    const text = await work.prints("status");
    assert.match(text, /^last {4}#0 before, just now$/m);
    assert.match(text, /^since {3}2 added, 1 modified, 2 deleted$/m);
    assert.match(text, /^ {2}M a\.txt$/m);
  });

  it("shows what is recorded if the store cannot be written", async () => {
    const { store } = await work.json<{ store: string }>("status");
    work.write("later.txt", "not recorded yet\n");
    const { code, stdout, stderr } = await work.run(["status"], {
      env: {
        NODE_OPTIONS: `--require ${stub}`,
        CHECKPOINT_MAY_NOT_WRITE: store,
      },
    });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^The folder was not scanned: Your account/);
    assert.match(stdout, /^last +#0 before/m);
    assert.match(stdout, /^since +2 added, 1 modified, 2 deleted$/m);
  });

  it("says if a list is incomplete", async () => {
    work.remove("sub");
    await work.prints("create");
    work.write("a.txt", "again\n");
    const more = /^There are more\. Use a higher --limit/m;
    assert.match(await work.prints("deleted", "-n", "1"), more);
    const { deleted } = await work.json<{ deleted: unknown[] }>(
      ...["deleted", "-n", "1"],
    );
    assert.equal(deleted.length, 1);
    assert.doesNotMatch(await work.prints("deleted"), more);

    const page = await work.prints("history", "a.txt", "-n", "1");
    assert.match(
      page,
      /^@3 .*\nThere are more\. Use --before 3 to see them\.\n$/,
    );
    const rest = await work.prints("history", "a.txt", "--before", "3");
    assert.doesNotMatch(rest, /There are more/);
    assert.match(rest, /^@2 .*\n@1 .*\n$/);
  });

  it("says why a path cannot be printed", async () => {
    const folder = await work.problem("cat", "0", "sub/");
    assert.deepEqual(
      [folder.code, folder.message, folder.hint],
      [
        "not-found",
        "sub is a folder in #0 before, not a file.",
        "To see the files in it: checkpoint history sub",
      ],
    );
    const unsaved = await work.problem("cat", "0", "a.txt", "--unsaved");
    assert.equal(unsaved.message, "#0 before has no unsaved text of a.txt.");
    assert.match(unsaved.hint ?? "", /Omit --unsaved/);
  });

  it("finds a checkpoint by name, whatever invisible characters surround it", async () => {
    await work.prints("create", "-m", " tests pass\n");
    for (const ref of ["tests pass", " tests pass\n", "name:tests pass"]) {
      const { checkpoint } = await work.json<{
        checkpoint: { number: number };
      }>("show", ref);
      assert.equal(checkpoint.number, 1, ref);
    }
  });

  it("prints paths in hints relative to the current directory", async () => {
    await work.prints("create", "-m", "after");
    const cwd = work.at("sub");
    const run = (...args: string[]) => work.run(args, { cwd });
    const { stdout } = await run("deleted");
    const [, moment, given] = /^ *(@\d+) .* (\S*gone\.txt)$/m.exec(stdout)!;
    assert.equal(given, "../gone.txt");
    assert.equal((await run("restore", moment!, "-y", "--", given)).code, 0);
    assert.ok(work.exists("gone.txt"));

    const cat = await run("cat", "0", "new name.txt");
    assert.match(
      cat.stderr,
      /^To see when it was recorded: checkpoint history 'new name\.txt'$/m,
    );
    assert.match((await run("history", "new name.txt")).stdout, /^ *@\d+/);
    const slip = await run("cat", "0", "never.txt");
    assert.match(slip.stderr, /^It is not recorded\. Check the path\.$/m);
  });
});
