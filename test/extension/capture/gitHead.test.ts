import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findGit, GitReader } from "../../../src/extension/capture/gitHead";
import { gitMove } from "../../../src/extension/capture/outsideLabel";

// The real git writes, our own reader reads: what is tested is that the two agree.
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

  it("finds the repository from a folder deep inside", async () => {
    const deep = path.join(root, "x", "y");
    fs.mkdirSync(deep, { recursive: true });
    assert.equal((await findGit(deep))?.gitDir, path.join(root, ".git"));
  });

  it("finds none where there is none", async () => {
    fs.rmSync(path.join(root, ".git"), { recursive: true });
    assert.equal(await findGit(root), null);
  });

  it("reads a repository without commits", async () => {
    assert.deepEqual(await (await reader()).read(), {
      branch: "main",
      commit: null,
      news: [],
    });
  });

  it("tells each operation once", async () => {
    commit("one");
    const git1 = await reader();
    const before = await git1.read();
    assert.equal(before.commit, git("rev-parse", "HEAD"));
    assert.deepEqual(before.news, []);
    git("checkout", "-b", "topic/x");
    const after = await git1.read();
    assert.equal(after.branch, "topic/x");
    assert.equal(
      gitMove(before, after)?.label,
      "git: switched to branch topic/x",
    );
    assert.equal(gitMove(after, await git1.read()), null);
    commit("two");
    const last = await git1.read();
    assert.deepEqual(gitMove(after, last), {
      label: "git: commit “two”",
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
      { branch: null, commit: sha, news: [] },
    );
  });

  it("sees a reset and a stash, which leave HEAD's file as it is", async () => {
    commit("one");
    commit("two");
    const git1 = await reader();
    const before = await git1.read();
    git("reset", "--hard", "HEAD~1");
    const reset = await git1.read();
    assert.equal(gitMove(before, reset)?.label, "git: reset to HEAD~1");
    write("a.txt", "dirty");
    git("stash");
    assert.equal(
      gitMove(reset, await git1.read())?.label,
      "git: reset or stash",
    );
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
    assert.equal(
      gitMove(head, await git1.read())?.label,
      "git: switched to branch other",
    );
  });

  it("knows that git is at work by its lock", async () => {
    const git1 = await reader();
    assert.equal(await git1.isBusy(), false);
    fs.writeFileSync(path.join(root, ".git", "index.lock"), "");
    assert.equal(await git1.isBusy(), true);
  });

  it("sees the move when no reflog is kept", async () => {
    git("config", "core.logAllRefUpdates", "false");
    commit("one");
    const git1 = await reader();
    const before = await git1.read();
    git("checkout", "-b", "x");
    assert.equal(
      gitMove(before, await git1.read())?.label,
      "git: switched to branch x",
    );
  });
});
