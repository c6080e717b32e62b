import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { exportArchive, withArchiveEntries } from "../../src/exchange/archive";
import { exportOf, type Export } from "../../src/exchange/exportOf";
import { exportFolder, folderEntries } from "../../src/exchange/folder";
import { exportGit } from "../../src/exchange/gitExport";
import { withGitEntries } from "../../src/exchange/gitImport";
import { importEntries } from "../../src/exchange/importEntries";
import { workspaceForEach, type TempWorkspace } from "../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../helpers/tree";

/** Files that such round trips tend to lose. */
function fill(work: TempWorkspace): void {
  work.write("plain.txt", "text\n");
  work.write("crlf.txt", "a\r\nb\r\n");
  work.write("bom.txt", Buffer.from([0xef, 0xbb, 0xbf, 0x61]));
  work.write("binary", Buffer.from([0, 255, 1, 254, 10, 13, 0]));
  work.write("latin1", Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  work.write("empty", "");
  work.write("run.sh", "#!/bin/sh\n", 0o755);
  work.write("secret", "s", 0o600);
  work.write("group", "g", 0o640);
  work.write(`deep/${"d/".repeat(30)}${"long".repeat(30)}`, "deep");
  const isWindows = process.platform === "win32";
  work.write(isWindows ? "odd/we'ird é 😀" : 'odd/we\nird "q" \\ é 😀', "odd");
  work.write("-dash", "dash");
  work.write(".checkpoint-export.json", "not ours");
  work.link("link", "plain.txt");
  work.link("dangling", "no where/é");
  work.link("out", "/etc/passwd");
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", args, { cwd, encoding: "utf8", stdio: "pipe" });

describe("export and import", () => {
  const workspace = workspaceForEach();

  async function exported(): Promise<{
    work: TempWorkspace;
    engine: Engine;
    made: Checkpoint;
    state: Export;
  }> {
    const work = workspace();
    fill(work);
    const engine = await work.open();
    const made = engine.checkpoint({
      name: "the state",
      description: "what it\nwas",
      kind: "feature",
      source: "codex",
      metadata: { ticket: 12 },
      task: { current: "export", completed: ["a"] },
      unsaved: [{ path: "plain.txt", text: "unsaved é\n" }],
    });
    return { work, engine, made, state: exportOf(engine, "0") };
  }

  /** Imports into another folder's history, which must not change its files. */
  async function check(
    made: Checkpoint,
    bring: (engine: Engine) => Promise<Checkpoint> | Checkpoint,
    original: TempWorkspace,
  ): Promise<void> {
    const other = workspace({ "own.txt": "own", "plain.txt": "mine" });
    other.write("ignored/secret", "kept");
    other.write(".gitignore", "ignored\nlatin1\n");
    other.write("latin1", "mine and ignored");
    const engine = await other.open();
    engine.checkpoint({ name: "before" });
    const before = other.tree();
    const imported = await bring(engine);
    assertSameTree(other.tree(), before, "the workspace after the import");

    assert.equal(imported.name, made.name);
    assert.equal(imported.description, made.description);
    assert.equal(imported.kind, made.kind);
    assert.equal(imported.createdAt, made.createdAt);
    assert.deepEqual(imported.task, made.task);
    assert.equal(imported.metadata["ticket"], 12);
    assert.equal(imported.unsaved, 1);
    const text = engine.read("latest", "plain.txt", "unsaved");
    assert.equal(Buffer.from(text).toString(), "unsaved é\n");

    // The import leaves nothing to capture, and the folder is unchanged.
    assert.equal(engine.capture().isNew, false);
    const again = await other.reopen(engine);
    assert.equal(again.capture().isNew, false);
    const plan = again.planRestore({ to: "latest" });
    const report = again.applyRestore(plan);
    assert.deepEqual(report.failures, []);
    const wanted = original.tree();
    const real = other.tree();
    // An ignored file that the guard does not contain must not be replaced.
    assert.equal(real.get("ignored/secret")?.bytes.toString(), "kept");
    real.delete("ignored/secret");
    assertSameTree(real, wanted, "the restored import");
    again.applyRestore(again.planUndo());
    assertSameTree(other.tree(), before, "the folder after undo");
  }

  it("round-trips a folder exactly", async () => {
    const { work, state, made } = await exported();
    const target = path.join(work.base, "copy");
    await exportFolder(state, target);
    const tree = treeOf(target);
    tree.delete(".checkpoint-export.2.json");
    assertSameTree(tree, work.tree(), "the exported folder");
    await check(
      made,
      (engine) =>
        importEntries(engine, folderEntries(target).entries, {}).checkpoint,
      work,
    );
  });

  it("round-trips an archive exactly", async () => {
    const { work, state, made } = await exported();
    const file = path.join(work.base, "state.tar.gz");
    await exportArchive(state, file);
    await check(
      made,
      (engine) =>
        withArchiveEntries(
          file,
          (entries) => importEntries(engine, entries, {}).checkpoint,
        ),
      work,
    );
  });

  it("writes archives that tar can unpack, and reads archives packed by tar", async () => {
    const { work, state, engine } = await exported();
    const file = path.join(work.base, "state.tar");
    await exportArchive(state, file);
    const unpacked = path.join(work.base, "unpacked");
    fs.mkdirSync(unpacked);
    execFileSync("tar", ["-xpf", file, "-C", unpacked]);
    const tree = treeOf(unpacked);
    tree.delete(".checkpoint-export.2.json");
    assertSameTree(tree, work.tree(), "what tar unpacked");

    work.remove(".checkpoint-export.json");
    engine.checkpoint();
    const packed = path.join(work.base, "packed.tgz");
    execFileSync("tar", ["-czf", packed, "-C", work.root, "."]);
    const { checkpoint: imported } = await withArchiveEntries(
      packed,
      (entries) => importEntries(engine, entries, { name: "from tar" }),
    );
    const files = (ref: string) => engine.files(ref);
    assert.deepEqual(files(`#${imported.number}`), files("1"));
  });

  it("round-trips a pushed and fetched git ref exactly, and touches nothing else in the repository", async () => {
    const { work, state, made } = await exported();
    const [repo, bare, clone] = ["repo", "bare.git", "clone"].map((name) =>
      path.join(work.base, name),
    ) as [string, string, string];
    git(work.base, "init", "-q", repo);
    fs.writeFileSync(path.join(repo, "tracked"), "t");
    git(repo, "add", "tracked");
    git(
      repo,
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@b",
      "commit",
      "-qm",
      "c",
    );
    fs.writeFileSync(path.join(repo, "tracked"), "dirty");
    const snapshot = () => [
      git(repo, "rev-parse", "HEAD"),
      git(repo, "status", "--porcelain=v2", "--branch"),
      fs.readFileSync(path.join(repo, ".git", "index")).toString("hex"),
      git(repo, "for-each-ref", "refs/heads", "refs/tags"),
    ];
    const before = snapshot();
    const target = { repository: repo, ref: "refs/checkpoints/state" };
    const written = await exportGit(state, target);
    assert.deepEqual(snapshot(), before);
    assert.equal(git(repo, "rev-parse", target.ref).trim(), written.commit);
    git(repo, "fsck", "--strict");

    git(work.base, "init", "-q", "--bare", bare);
    git(repo, "push", "-q", bare, `${target.ref}:${target.ref}`);
    git(work.base, "clone", "-q", bare, clone);
    git(
      clone,
      "fetch",
      "-q",
      "origin",
      "refs/checkpoints/*:refs/checkpoints/*",
    );
    await check(
      made,
      (engine) =>
        withGitEntries(
          { repository: clone, ref: target.ref },
          (entries) => importEntries(engine, entries, {}).checkpoint,
        ),
      work,
    );

    // A second export is a child of the first, so it can be pushed without force.
    const second = await exportGit(state, target);
    assert.equal(
      git(repo, "rev-parse", `${target.ref}^`).trim(),
      written.commit,
    );
    assert.notEqual(second.commit, written.commit);
    git(repo, "push", "-q", bare, `${target.ref}:${target.ref}`);
  });

  it("ignores GIT_DIR", async () => {
    const { work, state } = await exported();
    const [repo, other] = [
      path.join(work.base, "r"),
      path.join(work.base, "o"),
    ];
    git(work.base, "init", "-q", repo);
    git(work.base, "init", "-q", other);
    const was = process.env["GIT_DIR"];
    process.env["GIT_DIR"] = path.join(other, ".git");
    try {
      await exportGit(state, { repository: repo, ref: "x" });
    } finally {
      if (was === undefined) delete process.env["GIT_DIR"];
      else process.env["GIT_DIR"] = was;
    }
    assert.match(git(repo, "for-each-ref"), /refs\/checkpoints\/x/);
    assert.equal(git(other, "for-each-ref"), "");
  });
});
