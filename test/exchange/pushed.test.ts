import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cliForEach, type CliWorkspace } from "../cli/runCli";
import { assertSameTree } from "../helpers/tree";

/** Runs git as a user would, but without any user configuration. */
function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    stdio: "pipe",
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  });
}

/** Creates files with names, modes and bytes that such round trips tend to lose. */
function fill(work: CliWorkspace): void {
  work.write("plain.txt", "text\n");
  work.write("with space/and more.txt", "spaces\n");
  work.write("new\nline/na\tme\r.txt", "line ends in a name\n");
  work.write("\u{1f600}/größe-日本.txt", "an emoji above\n");
  work.write('quo"te\\back.txt', "quotes\n");
  work.write("-dash", "dash\n");
  work.write("crlf.txt", "a\r\nb\r\n");
  work.write("no last line end", "a\nb");
  work.write("binary", Buffer.from(Array.from({ length: 999 }, (_, i) => i)));
  work.write("latin1", Buffer.from([0x63, 0x61, 0x66, 0xe9, 10]));
  work.write("empty", "");
  work.write("run.sh", "#!/bin/sh\n", 0o755);
  work.write("secret", "only mine\n", 0o600);
  work.write("locked", "read only\n", 0o444);
  work.link("link", "with space/and more.txt");
  work.link("dangling \u{1f517}", "no\nwhere");
  // Git would convert these files if they were checked out.
  work.write(".gitattributes", "* text=auto eol=lf ident\n*.id ident\n");
  work.write("keyword.id", "$Id$\r\n");
}

describe("a checkpoint pushed and fetched through git", () => {
  const makeWorkspace = cliForEach();

  it("arrives byte for byte in another folder's history, including its predecessors", async function () {
    this.timeout(120_000);
    const work = makeWorkspace();
    fill(work);
    await work.json("create", "-m", "one");
    const one = work.tree();
    work.write("plain.txt", "changed\n");
    work.remove("with space");
    work.write("with space", "a file in place of a folder\n");
    work.write("run.sh", "#!/bin/sh\n", 0o644);
    await work.json("create", "-m", "two");
    const two = work.tree();

    const [repo, bare, clone] = ["repo", "bare.git", "clone"].map((name) =>
      path.join(work.base, name),
    ) as [string, string, string];
    git(work.base, "init", "-q", repo);
    git(work.base, "init", "-q", "--bare", bare);
    const ref = "refs/checkpoints/parser";
    const revisions: string[] = [];
    for (const name of ["one", "two"]) {
      await work.json("export", name, "--git", repo, "--ref", ref);
      revisions.push(git(repo, "rev-parse", ref).trim());
    }
    git(repo, "fsck", "--strict");
    assert.equal(git(repo, "for-each-ref", "refs/heads"), "", "no branch");
    assert.equal(git(repo, "ls-files"), "", "nothing in the index");
    git(repo, "push", "-q", bare, `${ref}:${ref}`);
    git(work.base, "clone", "-q", bare, clone);
    git(
      clone,
      "fetch",
      "-q",
      "origin",
      "refs/checkpoints/*:refs/checkpoints/*",
    );
    assert.equal(git(clone, "rev-parse", ref).trim(), revisions[1]);

    const other = makeWorkspace({ "own.txt": "mine\n" });
    await other.json("create", "-m", "own");
    const own = other.tree();
    await other.json("import", "--git", clone, "--ref", revisions[0]!);
    await other.json("import", "--git", clone, "--ref", ref);
    assertSameTree(other.tree(), own, "the folder after the imports");
    for (const [name, tree] of [
      ["two", two],
      ["one", one],
      ["own", own],
    ] as const) {
      await other.json("restore", name, "--yes");
      assertSameTree(other.tree(), tree, `the folder restored to ${name}`);
    }
    const { ok } = await other.json<{ ok: boolean }>("verify");
    assert.ok(ok);
    assert.ok(!fs.existsSync(path.join(clone, "plain.txt")), "no checkout");
  });
});
