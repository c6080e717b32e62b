import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import fc from "../../helpers/generated";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

/** Names with common prefixes, non-ASCII characters, and unusual punctuation. */
const NAMES = ["a.log", "a", "ab/c.log", "ab/c/d", "ab/c/é.log", "b-x", "b/x"]
  .concat(["b.log", "out/x", "out/deep/y.log", "out/deep/z", "☃/a.log"])
  .concat(["src/tags.rs", "src/tags/x", `src/${"long".repeat(40)}.log`]);
const RULES = ["", "*.log\n", "out/\n", "tags*\n*.log\n!a.log\n", "*\n"];

const KINDS: Record<string, string[]> = {
  "version 2": ["update-index", "--index-version", "2"],
  "version 4": ["update-index", "--index-version", "4"],
  "a split index": ["update-index", "--split-index"],
  "no checksum": ["config", "index.skipHash", "true"],
  "entries read by threads": ["config", "index.threads", "2"],
};

describe("what git tracks although its rules ignore it", function () {
  this.timeout(120_000);
  const makeWorkspace = workspaceForEach();

  for (const [kind, setup] of Object.entries(KINDS))
    for (const format of ["sha1", "sha256"])
      it(`is recorded: ${kind}, ${format}`, async () => {
        const samples = fc.sample(history, { numRuns: 3 });
        for (const { rules, added, addedLater, removed } of samples) {
          const workspace = makeWorkspace(filesOf(rules));
          const { root } = workspace;
          git(root, "init", "-q", `--object-format=${format}`);
          addAll(root, added);
          git(root, ...setup);
          await assertLikeGit(workspace);
          // A split index now has the differences from the shared one.
          addAll(root, addedLater);
          const gone = removed.filter((name) => listed(root).includes(name));
          if (gone.length > 0) git(root, "rm", "-q", "--cached", "--", ...gone);
          await assertLikeGit(workspace);
        }
      });

  it("is recorded: version 3, with intent-to-add and skip-worktree entries", async () => {
    const workspace = makeWorkspace(filesOf("*.log\n"));
    const { root } = workspace;
    git(root, "init", "-q");
    addAll(root, ["a.log", "b.log", "out/x"]);
    git(root, "add", "-N", "-f", "ab/c/é.log");
    git(root, "update-index", "--skip-worktree", "b.log");
    assert.equal(versionOf(path.join(root, ".git/index")), 3);
    await assertLikeGit(workspace);
  });

  it("is recorded in a linked worktree, by its own index, split or not", async () => {
    const workspace = makeWorkspace();
    const main = path.join(workspace.base, "main");
    fs.rmdirSync(workspace.root);
    git(workspace.base, "init", "-q", "main");
    fs.writeFileSync(path.join(main, "x.log"), "x");
    addAll(main, ["x.log"]);
    git(main, "commit", "-q", "-m", "first");
    git(main, "worktree", "add", "-q", "-b", "side", workspace.root);
    for (const [name, text] of Object.entries(filesOf("*.log\n")))
      workspace.write(name, text);
    addAll(workspace.root, ["a.log", "ab/c.log"]);
    await assertLikeGit(workspace);
    git(workspace.root, "update-index", "--split-index");
    addAll(workspace.root, ["b.log"]);
    git(workspace.root, "rm", "-q", "--cached", "a.log");
    await assertLikeGit(workspace);
  });

  it("is recorded if the workspace folder is a part of a repository", async () => {
    const workspace = makeWorkspace(filesOf("*.log\n"));
    git(workspace.base, "init", "-q");
    git(workspace.root, "add", "-f", "a.log", "out/deep/y.log");
    await assertLikeGit(workspace);
  });

  it("is recorded in a repository inside, by its own index, and an ignored one stays ignored", async () => {
    const workspace = makeWorkspace({
      ".gitignore": "*.log\nvendor/\n",
      "inside/a.log": "a",
      "inside/b.log": "b",
      "vendor/clone/a.c": "a",
      "vendor/clone/a.log": "a",
    });
    const { root } = workspace;
    git(root, "init", "-q");
    for (const folder of ["inside", "vendor/clone"]) {
      git(workspace.at(folder), "init", "-q");
      git(workspace.at(folder), "add", "-f", "a.log");
    }
    assert.deepEqual(await recorded(workspace), [".gitignore", "inside/a.log"]);
  });

  it("a submodule in an ignored folder is recorded", async () => {
    const workspace = makeWorkspace({ ".gitignore": "lib/\n*.o\n" });
    const other = path.join(workspace.base, "other");
    git(workspace.base, "init", "-q", "other");
    fs.writeFileSync(path.join(other, "a.c"), "a");
    addAll(other, ["a.c"]);
    git(other, "commit", "-q", "-m", "first");
    git(workspace.root, "init", "-q");
    const allow = ["-c", "protocol.file.allow=always"];
    git(
      workspace.root,
      ...allow,
      "submodule",
      "add",
      "-q",
      "-f",
      other,
      "lib/sub",
    );
    for (const name of ["lib/x.c", "lib/sub/new.c", "lib/sub/new.o"])
      workspace.write(name, name);
    assert.deepEqual(await recorded(workspace), [
      ".gitignore",
      ".gitmodules",
      "lib/sub/a.c",
      "lib/sub/new.c",
    ]);
  });

  it("folders collapsed in a sparse index contain nothing tracked", async () => {
    const workspace = makeWorkspace(filesOf("*.log\nout/\n"));
    const { root } = workspace;
    git(root, "init", "-q");
    addAll(root, NAMES);
    git(root, "commit", "-q", "-m", "first");
    git(root, "sparse-checkout", "init", "--cone", "--sparse-index");
    git(root, "sparse-checkout", "set", "ab");
    assert.ok(git(root, "ls-files", "--sparse").includes("out/"));
    workspace.write("out/left.o", "made by a build");
    await assertLikeGit(workspace);
  });

  it("a repository without an index tracks nothing, and a folder named .git is not a repository", async () => {
    const workspace = makeWorkspace({ ".gitignore": "*.log\n", "a.log": "a" });
    git(workspace.root, "init", "-q");
    workspace.write("x/.git/notes", "no repository");
    workspace.write("x/b.log", "b");
    git(workspace.root, "add", "-f", "x/b.log");
    assert.deepEqual(await recorded(workspace), [".gitignore", "x/b.log"]);
    fs.rmSync(workspace.at(".git/index"));
    assert.deepEqual(await recorded(workspace), [".gitignore"]);
  });
});

const some = fc.subarray(NAMES, { minLength: 1 });
const history = fc.record({
  rules: fc.constantFrom(...RULES),
  added: some,
  addedLater: some,
  removed: some,
});

function filesOf(rules: string): Record<string, string> {
  const files = NAMES.map((name) => [name, name] as const);
  // A file cannot be a folder as well.
  const all = files.filter(([name]) => name !== "a");
  return Object.fromEntries([[".gitignore", rules], ...all]);
}

/** The engine records what git tracks or does not ignore. */
async function assertLikeGit(workspace: TempWorkspace): Promise<void> {
  const { root } = workspace;
  const others = git(root, "ls-files", "-z", "--others", "--exclude-standard");
  const wanted = [...others.split("\0"), ...listed(root)];
  const there = wanted.filter((name) => name && workspace.exists(name));
  assert.deepEqual(await recorded(workspace), [...new Set(there)].sort());
}

async function recorded(workspace: TempWorkspace): Promise<string[]> {
  const engine = await workspace.open();
  engine.checkpoint();
  const paths = engine.files("latest").map((file) => file.path);
  engine.close();
  return paths.sort();
}

function listed(root: string): string[] {
  return git(root, "ls-files", "-z").split("\0").filter(Boolean);
}

function addAll(root: string, names: readonly string[]): void {
  const there = names.filter((name) => fs.existsSync(path.join(root, name)));
  git(root, "add", "-f", "--", ...there);
}

function versionOf(index: string): number {
  return fs.readFileSync(index).readUInt32BE(4);
}

function git(cwd: string, ...args: string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const { status, stdout, stderr } = spawnSync("git", [...who, ...args], {
    cwd,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return stdout;
}
