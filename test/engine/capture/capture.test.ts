import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Disk, DiskStat } from "../../../src/base/disk";
import { errorOf, stateAt } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { settledDisk } from "../../helpers/shiftedDisk";
import { assertSameTree } from "../../helpers/tree";
import { WatchedDisk } from "../workspace/watchedDisk";

const NOTHING = { added: [], modified: [], deleted: [] };

describe("a capture", () => {
  const makeWorkspace = workspaceForEach();

  /** A folder whose files are old enough for their timestamps to be trusted. */
  const start = async (files: Record<string, string>) => {
    const workspace = makeWorkspace(files);
    await setTimeout(50);
    const watched = new WatchedDisk(workspace.root, settledDisk);
    const engine = await workspace.open({ disk: watched.disk });
    const first = engine.capture();
    watched.calls.length = 0;
    return { workspace, engine, watched, first };
  };

  it("reports new, changed and deleted files, and numbers its moments", async () => {
    const { workspace, engine, first } = await start({ a: "a", b: "b" });
    assert.deepEqual(
      [first.moment, first.isNew, first.recorded.added],
      [1, true, ["a", "b"]],
    );
    workspace.write("a", "changed");
    workspace.remove("b");
    workspace.write("c", "new");
    const second = engine.capture();
    assert.equal(second.moment, 2);
    assert.deepEqual(second.recorded, {
      added: ["c"],
      modified: ["a"],
      deleted: ["b"],
    });
    assertSameTree(stateAt(engine, "@2"), workspace.tree());
  });

  it("reads the requested paths first when everything has to be scanned", async () => {
    const workspace = makeWorkspace();
    for (const name of ["a/1", "m/1", "m/n/2", "mm/3", "z/4"])
      workspace.write(name, name);
    const watched = new WatchedDisk(workspace.root);
    const engine = await workspace.open({ disk: watched.disk });
    engine.capture({ paths: ["m", "z/4"] });
    assert.deepEqual(
      watched.asked("open").filter((file) => /\d$/.test(file)),
      ["m/1", "m/n/2", "z/4", "a/1", "mm/3"],
    );
    assertSameTree(stateAt(engine, "@1"), workspace.tree());
  });

  it("stores many files uncompressed when urgent, and a few compressed", async () => {
    const storedBytes = async (files: number) => {
      const workspace = makeWorkspace();
      for (let n = 0; n < files; n++)
        workspace.write(`f/${n}`, `${n} `.repeat(500));
      const engine = await workspace.open();
      engine.capture({ paths: ["f"], isUrgent: true });
      assertSameTree(stateAt(engine, "@1"), workspace.tree());
      const packs = path.join(workspace.storeDir, "packs");
      const sizes = fs
        .readdirSync(packs)
        .map((name) => fs.statSync(path.join(packs, name)).size);
      return sizes.reduce((sum, size) => sum + size, 0) / files;
    };
    assert.ok((await storedBytes(1_000)) > 1_000);
    assert.ok((await storedBytes(10)) < 200);
  });

  it("of an empty folder creates one moment, and only once", async () => {
    const { engine, first } = await start({});
    assert.deepEqual([first.moment, first.isNew], [1, true]);
    assert.equal(engine.capture().isNew, false);
  });

  it("records nothing when nothing changed, in the same process and the next", async () => {
    const { workspace, engine } = await start({ a: "a", "b/c": "c" });
    for (const paths of [undefined, ["a"], ["b"], [], ["nowhere"], [""]]) {
      const result = engine.capture({ paths });
      assert.deepEqual([result.moment, result.isNew], [1, false]);
      assert.deepEqual(result.recorded, NOTHING);
    }
    const next = await workspace.reopen(engine);
    assert.deepEqual([next.capture().moment, next.capture().isNew], [1, false]);
  });

  it("records nothing for a file that was touched, and reads it once", async () => {
    const { workspace, engine, watched } = await start({ a: "a", b: "b" });
    const longAgo = new Date(2020, 1, 1);
    fs.utimesSync(workspace.at("a"), longAgo, longAgo);
    assert.equal(engine.capture().isNew, false);
    assert.deepEqual(watched.asked("open"), ["a"]);
    assert.equal(engine.capture().isNew, false);
    assert.equal(engine.capture({ paths: ["a"] }).isNew, false);
    assert.deepEqual(watched.asked("open"), ["a"], "its new time is known");
    const other = new WatchedDisk(workspace.root, settledDisk);
    const next = await workspace.reopen(engine, { disk: other.disk });
    assert.equal(next.capture().isNew, false);
    assert.deepEqual(other.asked("open"), [], "in the next process as well");
  });

  it("records nothing for a file that was replaced by an equal one", async () => {
    const { workspace, engine } = await start({ a: "a" });
    workspace.write("copy", "a");
    workspace.rename("copy", "a");
    assert.equal(engine.capture().isNew, false);
  });

  it("records a change of the mode alone", async () => {
    const { workspace, engine } = await start({ a: "a" });
    fs.chmodSync(workspace.at("a"), 0o755);
    assert.deepEqual(engine.capture().recorded.modified, ["a"]);
    assert.equal(engine.files("@1")[0]!.mode, "644");
    assert.equal(engine.files("@2")[0]!.mode, "755");
  });

  it("records a change of the mode alone even if it changes no timestamp, as on sshfs", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const old = new Date(Date.now() - 60_000);
    fs.utimesSync(workspace.at("a"), old, old);
    const asThere = <T extends DiskStat | null>(stat: T) =>
      stat && { ...stat, ctimeMs: stat.mtimeMs };
    const disk: Disk = {
      ...quickDisk,
      lstat: (path) => asThere(quickDisk.lstat(path)),
      stat: (fd) => asThere(quickDisk.stat(fd)),
    };
    const engine = await workspace.open({ disk });
    engine.capture();
    fs.chmodSync(workspace.at("a"), 0o755);
    assert.deepEqual(engine.capture().recorded.modified, ["a"]);
    assert.equal(engine.files("@2")[0]!.mode, "755");
    assert.equal(engine.capture().isNew, false);
  });

  it("of a folder records everything below it and nothing beside it", async () => {
    const { workspace, engine } = await start({
      "a/x": "x",
      "a/deep/y": "y",
      "ab/z": "z",
      b: "b",
    });
    workspace.write("a/deep/new", "new");
    workspace.write("a/x", "changed");
    workspace.remove("a/deep/y");
    workspace.write("ab/z", "not told");
    workspace.write("b", "not told");
    assert.deepEqual(engine.capture({ paths: ["a"] }).recorded, {
      added: ["a/deep/new"],
      modified: ["a/x"],
      deleted: ["a/deep/y"],
    });
    const { modified } = engine.capture().recorded;
    assert.deepEqual(modified.sort(), ["ab/z", "b"]);
  });

  it("of a folder that is gone, or became a file, records its files as deleted", async () => {
    const { workspace, engine } = await start({ "a/x": "x", "b/y": "y" });
    workspace.remove("a");
    workspace.remove("b");
    workspace.write("b", "a file now");
    assert.deepEqual(engine.capture({ paths: ["a", "b"] }).recorded, {
      added: ["b"],
      modified: [],
      deleted: ["a/x", "b/y"],
    });
  });

  it("refuses paths that lead out of the folder, and records nothing", async () => {
    const { engine } = await start({ a: "a" });
    for (const path of ["../a", "/etc/passwd", "a/../../b", "a//b", "./a"])
      errorOf(() => engine.capture({ paths: ["a", path] }), "bad-path");
    assert.equal(engine.capture().moment, 1);
  });

  it("stores content shared by several paths once", async () => {
    const text = "shared ".repeat(5_000);
    const { workspace, engine } = await start({ a: text, "b/c": text });
    const { contents, bytes } = engine.verify();
    assert.deepEqual([contents, bytes], [1, text.length]);
    workspace.write("d", text);
    workspace.rename("a", "e");
    assert.deepEqual(engine.capture().recorded, {
      added: ["d", "e"],
      modified: [],
      deleted: ["a"],
    });
    engine.capture({ unsaved: [{ path: "d", text }] });
    assert.equal(engine.verify().contents, 1);
  });

  it("lists what it could not record, each time, until it can", async () => {
    const { workspace, engine } = await start({ a: "a" });
    engine.configure({ maxFileSizeBytes: 10 });
    workspace.write("large", "x".repeat(11));
    assert.equal(spawnSync("mkfifo", [workspace.at("pipe")]).status, 0);
    const skipped = [
      { path: "large", reason: "too-large" },
      { path: "pipe", reason: "special" },
    ];
    const result = engine.capture();
    assert.deepEqual(result.skipped, skipped);
    assert.deepEqual(result.recorded, NOTHING);
    const again = engine.capture();
    assert.deepEqual([again.isNew, again.skipped], [false, skipped]);
    assert.deepEqual(engine.checkpoint().skipped, skipped);
    workspace.write("large", "small");
    workspace.remove("pipe");
    const last = engine.capture();
    assert.deepEqual(last.skipped, []);
    assert.deepEqual(last.recorded.added, ["large"]);
  });

  it("releases a file that became too large: neither deleted nor kept with its old content", async () => {
    const { workspace, engine } = await start({ a: "a", b: "b" });
    engine.configure({ maxFileSizeBytes: 10 });
    workspace.write("a", "x".repeat(11));
    const result = engine.capture();
    assert.deepEqual(result.released, ["a"]);
    assert.deepEqual(result.recorded, NOTHING);
    assert.deepEqual([...stateAt(engine, `@${result.moment}`).keys()], ["b"]);
  });
});
