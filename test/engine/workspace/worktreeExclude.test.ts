import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const { status, stdout, stderr } = spawnSync("git", [...who, ...args], {
    cwd,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

describe("the exclude file that the worktrees of a repository share", () => {
  const makeWorkspace = workspaceForEach();

  /** The workspace is a linked worktree of a repository beside it. */
  function worktree(): { workspace: TempWorkspace; exclude: string } {
    const workspace = makeWorkspace();
    const main = path.join(workspace.base, "main");
    fs.rmdirSync(workspace.root);
    git(workspace.base, "init", "-q", "main");
    git(main, "commit", "-q", "--allow-empty", "-m", "first");
    git(main, "worktree", "add", "-q", "-b", "side", workspace.root);
    const exclude = path.join(main, ".git/info/exclude");
    fs.mkdirSync(path.dirname(exclude), { recursive: true });
    return { workspace, exclude };
  }

  it("applies in a linked worktree, as in git", async () => {
    const { workspace, exclude } = worktree();
    fs.writeFileSync(exclude, "*.key\n/data/\n");
    for (const name of ["a", "b.key", "data/big", "src/data/small"])
      workspace.write(name, name);
    const engine = await workspace.open();
    engine.checkpoint();
    const paths = engine.files("0").map((file) => file.path);
    const others = ["ls-files", "--others", "--exclude-standard"];
    const listed = git(workspace.root, ...others).trim();
    assert.deepEqual(paths, listed.split("\n").sort());
    assert.deepEqual(paths, ["a", "src/data/small"]);
  });

  it("is noticed when it changes, and nothing is lost because of it", async () => {
    const { workspace, exclude } = worktree();
    workspace.write("a", "a");
    workspace.write("b.key", "mine");
    const engine = await workspace.open();
    engine.checkpoint();
    fs.writeFileSync(exclude, "*.key\n");
    const { recorded, released } = engine.capture();
    assert.deepEqual([recorded.deleted, released], [[], ["b.key"]]);
    assert.equal(workspace.text("b.key"), "mine");
  });

  it("does not apply if the worktree's own file points nowhere, or where it should not", async () => {
    for (const target of ["/nowhere", "..", "\0", "x".repeat(5000)]) {
      const workspace = makeWorkspace({
        a: "a",
        ".git": `gitdir: ${target}\n`,
      });
      const engine = await workspace.open({ disk: quickDisk });
      engine.checkpoint();
      const paths = engine.files("0").map((file) => file.path);
      assert.deepEqual(paths, ["a"]);
    }
  });
});
