import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { realDisk } from "../../../src/base/realDisk";
import { readGitState } from "../../../src/engine/workspace/gitState";

describe("gitState", () => {
  let dir: string;
  let home: string;
  beforeEach(() => {
    const temp = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-git-"));
    home = path.join(temp, "home");
    dir = path.join(temp, "work");
    fs.mkdirSync(home);
    fs.mkdirSync(dir);
  });
  afterEach(() => {
    fs.rmSync(path.dirname(dir), { recursive: true, force: true });
  });

  const git = (cwd: string, ...args: string[]) =>
    execFileSync(
      "git",
      [
        "-c",
        "user.name=T",
        "-c",
        "user.email=t@example.com",
        "-c",
        "protocol.file.allow=always",
        "-c",
        "init.defaultBranch=main",
        ...args,
      ],
      {
        cwd,
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          GIT_CONFIG_NOSYSTEM: "1",
        },
        stdio: ["ignore", "pipe", "ignore"],
      },
    )
      .toString()
      .trim();
  const state = (root: string) => readGitState(realDisk, root);
  const commit = (cwd: string) => {
    git(cwd, "commit", "--allow-empty", "-q", "-m", "x");
    return git(cwd, "rev-parse", "HEAD");
  };

  it("is absent outside a repository", () => {
    assert.equal(state(dir), null);
  });

  it("has a branch and no commit before the first one", () => {
    git(dir, "init", "-q");
    assert.deepEqual(state(dir), { commit: null, branch: "main" });
  });

  it("follows commits and branch names with slashes and other scripts", () => {
    git(dir, "init", "-q");
    assert.deepEqual(state(dir), { commit: null, branch: "main" });
    const first = commit(dir);
    assert.deepEqual(state(dir), { commit: first, branch: "main" });
    git(dir, "checkout", "-q", "-b", "feature/größer/日本");
    const second = commit(dir);
    assert.notEqual(second, first);
    assert.deepEqual(state(dir), {
      commit: second,
      branch: "feature/größer/日本",
    });
  });

  it("reads packed refs, and a loose ref before a packed one", () => {
    git(dir, "init", "-q");
    const first = commit(dir);
    git(dir, "branch", "main2");
    git(dir, "pack-refs", "--all");
    assert.ok(!fs.existsSync(path.join(dir, ".git/refs/heads/main")));
    assert.deepEqual(state(dir), { commit: first, branch: "main" });
    const second = commit(dir);
    assert.deepEqual(state(dir), { commit: second, branch: "main" });
  });

  it("has a commit and no branch when HEAD is detached", () => {
    git(dir, "init", "-q");
    const first = commit(dir);
    git(dir, "checkout", "-q", "--detach");
    assert.deepEqual(state(dir), { commit: first, branch: null });
  });

  it("is found from a subfolder", () => {
    git(dir, "init", "-q");
    const first = commit(dir);
    const sub = path.join(dir, "a/b/c");
    fs.mkdirSync(sub, { recursive: true });
    assert.deepEqual(state(sub), { commit: first, branch: "main" });
  });

  it("is a linked worktree's own, with loose and packed refs", () => {
    git(dir, "init", "-q");
    commit(dir);
    const tree = path.join(path.dirname(dir), "tree");
    git(dir, "worktree", "add", "-q", "-b", "side", tree);
    const side = commit(tree);
    assert.deepEqual(state(tree), { commit: side, branch: "side" });
    git(dir, "pack-refs", "--all");
    assert.deepEqual(state(tree), { commit: side, branch: "side" });
    git(tree, "checkout", "-q", "--detach", "HEAD~1");
    assert.equal(state(tree)?.branch, null);
    assert.equal(state(tree)?.commit, git(tree, "rev-parse", "HEAD"));
    assert.equal(state(dir)?.branch, "main");
  });

  it("is a submodule's own", () => {
    const library = path.join(path.dirname(dir), "library");
    fs.mkdirSync(library);
    git(library, "init", "-q");
    const theirs = commit(library);
    git(dir, "init", "-q");
    commit(dir);
    git(dir, "submodule", "add", "-q", library, "lib");
    const ours = commit(dir);
    assert.deepEqual(state(path.join(dir, "lib")), {
      commit: theirs,
      branch: "main",
    });
    assert.deepEqual(state(dir), { commit: ours, branch: "main" });
  });

  it("reads through a symlinked .git", () => {
    const repository = path.join(path.dirname(dir), "repository");
    fs.mkdirSync(repository);
    git(repository, "init", "-q");
    const first = commit(repository);
    fs.symlinkSync(path.join(repository, ".git"), path.join(dir, ".git"));
    assert.deepEqual(state(dir), { commit: first, branch: "main" });
  });

  it("reads commits of SHA-256 repositories", () => {
    git(dir, "init", "-q", "--object-format=sha256");
    const first = commit(dir);
    assert.equal(first.length, 64);
    assert.deepEqual(state(dir), { commit: first, branch: "main" });
  });

  it("follows a branch that is an alias of another one", () => {
    git(dir, "init", "-q");
    const first = commit(dir);
    git(dir, "symbolic-ref", "refs/heads/alias", "refs/heads/main");
    git(dir, "symbolic-ref", "HEAD", "refs/heads/alias");
    assert.deepEqual(state(dir), { commit: first, branch: "alias" });
  });

  it("returns nothing for a repository with reftable", () => {
    fs.mkdirSync(path.join(dir, ".git"));
    fs.writeFileSync(path.join(dir, ".git/HEAD"), "ref: refs/heads/.invalid\n");
    assert.deepEqual(state(dir), { commit: null, branch: null });
  });

  const broken: [string, (gitDir: string) => void][] = [
    ["an empty .git folder", () => {}],
    ["an empty HEAD", (at) => fs.writeFileSync(at + "/HEAD", "")],
    ["a HEAD of noise", (at) => fs.writeFileSync(at + "/HEAD", "\0\xff noise")],
    [
      "a huge HEAD",
      (at) =>
        fs.writeFileSync(at + "/HEAD", "ref: refs/heads/main".padEnd(1e6)),
    ],
    [
      "a HEAD that leads out",
      (at) => fs.writeFileSync(at + "/HEAD", "ref: refs/../../../secret\n"),
    ],
    ["a HEAD that is a folder", (at) => fs.mkdirSync(at + "/HEAD")],
    ["a HEAD that is a pipe", (at) => execFileSync("mkfifo", [at + "/HEAD"])],
    [
      "a .git file that names itself",
      (at) => {
        fs.rmdirSync(at);
        fs.writeFileSync(at, "gitdir: .git\n");
      },
    ],
    [
      "a .git link to itself",
      (at) => {
        fs.rmdirSync(at);
        fs.symlinkSync(".git", at);
      },
    ],
  ];
  for (const [what, make] of broken)
    it(`is absent with ${what}`, () => {
      fs.mkdirSync(path.join(dir, ".git"));
      make(path.join(dir, ".git"));
      assert.equal(state(dir), null);
    });

  it("stops if branches refer to each other in a cycle", () => {
    git(dir, "init", "-q");
    const heads = path.join(dir, ".git/refs/heads");
    fs.writeFileSync(path.join(heads, "main"), "ref: refs/heads/b\n");
    fs.writeFileSync(path.join(heads, "b"), "ref: refs/heads/main\n");
    assert.deepEqual(state(dir), { commit: null, branch: "main" });
  });
});
