import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findGit, GitReader } from "../../../src/extension/recording/gitHead";
import { gitMove } from "../../../src/extension/recording/outsideLabel";

// The real git writes, our own reader reads: the test is that the two agree.
describe("reading HEAD", () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        PATH: process.env["PATH"],
        HOME: root,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "t",
        GIT_AUTHOR_EMAIL: "t@t",
        GIT_COMMITTER_NAME: "t",
        GIT_COMMITTER_EMAIL: "t@t",
      },
    })
      .toString()
      .trim();
  const write = (name: string, text: string) =>
    fs.writeFileSync(path.join(root, name), text);
  const commit = (text: string) => {
    write("a.txt", text);
    git("add", "a.txt");
    git("commit", "-m", text);
  };

  beforeEach(() => {
    root = fs.realpathSync(
      fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-git-")),
    );
    git("init", "-b", "main");
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const reader = async (from = root) => {
    const place = await findGit(from);
    assert(place);
    return new GitReader(place);
  };

  it("finds the repository from a nested folder", async () => {
    const deep = path.join(root, "x", "y");
    fs.mkdirSync(deep, { recursive: true });
    assert.equal((await findGit(deep))?.gitDir, path.join(root, ".git"));
  });

  it("finds nothing outside a repository", async () => {
    fs.rmSync(path.join(root, ".git"), { recursive: true });
    assert.equal(await findGit(root), null);
  });

  it("reads a repository without commits", async () => {
    assert.deepEqual(await (await reader()).read(), {
      branch: "main",
      commit: null,
      news: [],
      isStashed: false,
      merged: null,
    });
  });

  it("reports each operation once", async () => {
    commit("one");
    const git1 = await reader();
    const before = await git1.read();
    assert.equal(before.commit, git("rev-parse", "HEAD"));
    assert.deepEqual(before.news, []);
    git("checkout", "-b", "topic/x");
    const after = await git1.read();
    assert.equal(after.branch, "topic/x");
    assert.equal(gitMove(before, after)?.label, "git checkout topic/x");
    assert.equal(gitMove(after, await git1.read()), null);
    commit("two");
    const last = await git1.read();
    assert.deepEqual(gitMove(after, last), {
      label: "git commit “two”",
      writesFiles: false,
    });
  });

  it("reads packed refs and a detached HEAD", async () => {
    commit("one");
    git("pack-refs", "--all");
    const git1 = await reader();
    const sha = git("rev-parse", "HEAD");
    assert.equal((await git1.read()).commit, sha);
    git("checkout", "--detach");
    assert.deepEqual(
      { ...(await git1.read()), news: [] },
      {
        ...{ branch: null, commit: sha, news: [] },
        ...{ isStashed: false, merged: null },
      },
    );
  });

  it("detects a reset and a stash, which do not change the HEAD file", async () => {
    commit("one");
    commit("two");
    const git1 = await reader();
    const before = await git1.read();
    git("reset", "--hard", "HEAD~1");
    const reset = await git1.read();
    assert.equal(gitMove(before, reset)?.label, "git reset HEAD~1");
    write("a.txt", "dirty");
    git("stash");
    const stashed = await git1.read();
    assert.equal(gitMove(reset, stashed)?.label, "git stash");
    write("a.txt", "dirty again");
    git("reset", "--hard");
    assert.equal(gitMove(stashed, await git1.read())?.label, "git reset");
  });

  // What a person does, and how it reads in the timeline.
  const ready = () => {
    commit("one");
    git("checkout", "-b", "topic");
    commit("two");
    git("checkout", "main");
    write("a.txt", "dirty");
    git("stash");
  };
  const conflicting = () => {
    commit("one");
    git("checkout", "-b", "topic");
    commit("two");
    git("checkout", "main");
    commit("three");
  };
  const wrote: [label: string, before: () => void, command: string[]][] = [
    ["git stash pop", ready, ["stash", "pop"]],
    ["git stash pop", ready, ["stash", "pop", "--index"]],
    ["git stash apply", ready, ["stash", "apply"]],
    ["git checkout topic", ready, ["checkout", "topic"]],
    ["git checkout topic", ready, ["switch", "topic"]],
    ["git merge topic", ready, ["merge", "topic"]],
    ["git merge", conflicting, ["merge", "topic"]],
    ["git merge", conflicting, ["merge", "--squash", "topic"]],
    ["git rebase", ready, ["rebase", "topic"]],
    ["git rebase", conflicting, ["rebase", "topic"]],
    ["git reset topic", ready, ["reset", "--hard", "topic"]],
    ["git cherry-pick “two”", ready, ["cherry-pick", "topic"]],
    ["git cherry-pick", ready, ["cherry-pick", "--no-commit", "topic"]],
    ["git cherry-pick", conflicting, ["cherry-pick", "topic"]],
    ["git revert", conflicting, ["revert", "--no-commit", "HEAD"]],
    ["git pull", ready, ["pull", ".", "topic"]],
  ];
  for (const [label, before, command] of wrote)
    it(`recognises “git ${command.join(" ")}” ${before === ready ? "" : "on diverged branches "}as ${label}`, async () => {
      before();
      const git1 = await reader();
      const last = await git1.read();
      const text = fs.readFileSync(path.join(root, "a.txt"), "utf8");
      try {
        git(...command);
      } catch {
        assert.match(git("status", "--porcelain"), /^(UU|AA|DU|UD)/m);
      }
      assert.notEqual(fs.readFileSync(path.join(root, "a.txt"), "utf8"), text);
      const head = await git1.read();
      assert.deepEqual(gitMove(last, head), { label, writesFiles: true });
      assert.equal(gitMove(head, await git1.read()), null);
    });

  it("does not take a dropped stash for one that was applied", async () => {
    ready();
    const git1 = await reader();
    const last = await git1.read();
    git("stash", "drop");
    assert.equal(gitMove(last, await git1.read()), null);
    // An earlier merge left its mark.
    write("a.txt", "dirty");
    git("stash");
    git("stash", "apply");
    const applied = await git1.read();
    git("stash", "drop");
    assert.equal(gitMove(applied, await git1.read()), null);
  });

  it("follows a worktree's own HEAD", async () => {
    commit("one");
    const tree = path.join(root, "tree");
    git("worktree", "add", "-b", "side", tree);
    const git1 = await reader(tree);
    assert.equal(git1.place.commonDir, path.join(root, ".git"));
    const head = await git1.read();
    assert.equal(head.branch, "side");
    assert.equal(head.commit, git("rev-parse", "HEAD"));
    execFileSync("git", ["checkout", "-b", "other"], {
      cwd: tree,
      stdio: "ignore",
    });
    assert.equal(gitMove(head, await git1.read())?.label, "git checkout other");
  });

  it("recognises by its lock that git is working", async () => {
    const git1 = await reader();
    assert.equal(await git1.isBusy(), false);
    fs.writeFileSync(path.join(root, ".git", "index.lock"), "");
    assert.equal(await git1.isBusy(), true);
  });

  it("detects a move without a reflog", async () => {
    git("config", "core.logAllRefUpdates", "false");
    commit("one");
    const git1 = await reader();
    const before = await git1.read();
    git("checkout", "-b", "x");
    assert.equal(gitMove(before, await git1.read())?.label, "git checkout x");
  });
});
