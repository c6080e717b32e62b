import assert from "node:assert/strict";
import fs from "node:fs";
import { restore, stateAt } from "../helpers/history";
import { roundTrip } from "../helpers/roundTrip";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree, emptyFolders, treeOf } from "../helpers/tree";

describe("files and folders that replace each other", () => {
  const makeWorkspace = workspaceForEach();

  it("a file replaced by a folder, and back", async () => {
    const workspace = makeWorkspace({ a: "file", keep: "k" });
    await roundTrip(workspace, () => {
      workspace.remove("a");
      workspace.write("a/b/c", "below");
      workspace.write("a/d", "below");
    });
  });

  it("a folder replaced by a file, and back", async () => {
    const workspace = makeWorkspace({ "a/b/c": "1", "a/d": "2", keep: "k" });
    await roundTrip(workspace, () => {
      workspace.remove("a");
      workspace.write("a", "file");
    });
  });

  it("a folder replaced by a link, and a link by a folder", async () => {
    const workspace = makeWorkspace({ "a/b": "1" });
    workspace.link("c", "a");
    await roundTrip(workspace, () => {
      workspace.remove("a");
      workspace.link("a", "c");
      workspace.remove("c");
      workspace.write("c/b", "2");
    });
  });

  it("two files that swapped names", async () => {
    const workspace = makeWorkspace({ a: "1", b: "2" });
    await roundTrip(workspace, () => {
      workspace.rename("a", "t");
      workspace.rename("b", "a");
      workspace.rename("t", "b");
    });
  });

  it("a folder moved into another", async () => {
    const workspace = makeWorkspace({ "a/x": "1", "a/y/z": "2", "b/w": "3" });
    await roundTrip(workspace, () => workspace.rename("a", "b/a"));
  });

  it("an empty folder at the path of a file", async () => {
    const workspace = makeWorkspace({ a: "file", keep: "k" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("a");
    fs.mkdirSync(workspace.at("a/b/c"), { recursive: true });
    restore(engine, { to: "0" });
    assert.equal(workspace.text("a"), "file");
  });

  it("folders that a restore leaves empty are removed, others stay", async () => {
    const workspace = makeWorkspace({ keep: "k" });
    fs.mkdirSync(workspace.at("mine/empty"), { recursive: true });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("new/deep/file", "x");
    restore(engine, { to: "0" });
    assert.ok(!workspace.exists("new"));
    assert.deepEqual(emptyFolders(workspace.root), ["mine/empty"]);
  });

  it("a folder with an unrecorded file is not replaced by a file", async () => {
    const workspace = makeWorkspace({ a: "file", ".gitignore": "*.log\n" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("a");
    workspace.write("a/mine.log", "never recorded");
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.leftAlone, [{ path: "a", reason: "blocked" }]);
    assert.equal(workspace.text("a/mine.log"), "never recorded");
  });

  it("an ignored file at the path of a folder is kept in the guard", async () => {
    const workspace = makeWorkspace({
      "a.log/x": "held",
      ".gitignore": "a.log\n!a.log/\n",
    });
    const engine = await workspace.open();
    engine.checkpoint();
    assert.ok(stateAt(engine, "0").has("a.log/x"));
    workspace.remove("a.log");
    workspace.write("a.log", "ignored, and mine");
    const { guard } = restore(engine, { to: "0" });
    assert.equal(workspace.text("a.log/x"), "held");
    const held = engine.read(`#${guard!.number}`, "a.log");
    assert.equal(Buffer.from(held).toString(), "ignored, and mine");
  });
});

describe("nested repositories are ordinary folders whose .git is never touched", () => {
  const makeWorkspace = workspaceForEach();
  const repositories = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n",
    "lib/.git/HEAD": "ref: refs/heads/dev\n",
    "lib/.git/objects/ab/cd": "object",
    "lib/code.ts": "code",
    "linked/.git": "gitdir: ../.git/worktrees/linked\n",
    "linked/file": "file",
    "hg/.hg/store": "store",
    "svn/.SVN/entries": "entries",
  };

  it("their files are recorded and restored, their .git is not", async () => {
    const workspace = makeWorkspace(repositories);
    const engine = await workspace.open();
    engine.checkpoint();
    assert.deepEqual(
      [...stateAt(engine, "0").keys()],
      ["lib/code.ts", "linked/file"],
    );
    workspace.write("lib/code.ts", "changed");
    workspace.write("lib/.git/index", "new index");
    workspace.write(".git/HEAD", "ref: refs/heads/other\n");
    workspace.remove("linked/file");
    const git = gitFiles(workspace.root);
    restore(engine, { to: "0" });
    assert.equal(workspace.text("lib/code.ts"), "code");
    assert.equal(workspace.text("linked/file"), "file");
    assertSameTree(gitFiles(workspace.root), git, "the .git folders");
  });

  it("no setting includes a .git folder", async () => {
    const workspace = makeWorkspace(repositories);
    const engine = await workspace.open({
      settings: { include: ["**/.git/**", ".git/**", "**"] },
    });
    engine.checkpoint();
    engine.capture({ paths: [".git/HEAD", "lib/.git"] });
    assert.deepEqual(
      [...stateAt(engine, "latest").keys()],
      ["lib/code.ts", "linked/file"],
    );
  });

  const gitFiles = (root: string) =>
    new Map([...treeOf(root)].filter(([name]) => name.includes(".git")));
});
