import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { ManualClock } from "../../helpers/manualClock";
import { MemoryMap } from "../../helpers/memoryMap";
import { quickDisk } from "../../helpers/quickDisk";
import { shiftedDisk } from "../../helpers/shiftedDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { WatchedDisk } from "../workspace/watchedDisk";

/** Longer than any file in these tests must stay unchanged to be settled. */
const QUIET_MS = 60_000;

const AGAIN = { paths: [], unsettled: true };

const recorded = (engine: Engine, path: string) =>
  Buffer.from(engine.read("now", path));

/** Overwrites in place with the same length. */
const rewrite = (workspace: TempWorkspace, name: string, text: string) => {
  const fd = fs.openSync(workspace.at(name), "r+");
  fs.writeSync(fd, text, 0);
  fs.closeSync(fd);
};

describe("a file that is recorded while it may still be being written", () => {
  const makeWorkspace = workspaceForEach();
  const clock = new ManualClock();

  it("is read again later, if a memory map changed it without changing its timestamps", async () => {
    const workspace = makeWorkspace({ a: "1111", b: "1" });
    const map = MemoryMap.open(workspace.at("a"));
    try {
      const engine = await workspace.open({ disk: map.disk, clock });
      engine.checkpoint();
      await map.write("2222");
      const { hasUnsettled } = engine.capture();
      assert.equal(String(recorded(engine, "a")), "2222");
      assert.ok(hasUnsettled);
      const before = map.disk.lstat(workspace.at("a"));
      await map.write("3333");
      assert.deepEqual(map.disk.lstat(workspace.at("a")), before);
      clock.advance(QUIET_MS);
      const second = engine.capture(AGAIN);
      assert.deepEqual(second.recorded.modified, ["a"]);
      assert.equal(String(recorded(engine, "a")), "3333");
      clock.advance(QUIET_MS);
      assert.equal(engine.capture(AGAIN).hasUnsettled, false);
      // From here on its timestamps are trusted; a restore reads it anyway.
      await map.write("4444");
      engine.applyRestore(engine.planRestore({ to: "#0" }));
      assert.equal(workspace.text("a"), "1111");
      engine.applyRestore(engine.planUndo());
      assert.equal(workspace.text("a"), "4444");
    } finally {
      await map.close();
    }
  });

  it("is recorded in its final state after long writes", async () => {
    const size = 9_000_000;
    const workspace = makeWorkspace({ big: Buffer.alloc(size, "0"), b: "1" });
    const engine = await workspace.open({ clock });
    engine.checkpoint();
    const program = `
      const fs = require("fs");
      const fd = fs.openSync(${JSON.stringify(workspace.at("big"))}, "r+");
      for (let n = 1; n <= 12; n++) fs.writeSync(fd, Buffer.alloc(${size}, String(n % 10)), 0, ${size}, 0);
    `;
    const writer = spawn(process.execPath, ["-e", program]);
    const ended = once(writer, "exit");
    let captures = 0;
    while (writer.exitCode === null) {
      engine.capture({ paths: ["big"] });
      captures++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(await ended, [0, null]);
    assert.ok(captures > 1);
    clock.advance(QUIET_MS);
    engine.capture(AGAIN);
    assert.ok(recorded(engine, "big").equals(workspace.read("big")));
  });

  it("is read again by the next capture, or the next process, if half of a write was seen", async () => {
    for (const request of [{}, { paths: ["a"] }, AGAIN, "another"]) {
      const workspace = makeWorkspace({ a: "old old", b: "1" });
      // The write set these timestamps when it began.
      const begun = Date.now() - 100;
      const disk = withTimes(workspace.at("a"), begun);
      const engine = await workspace.open({ disk, clock });
      engine.checkpoint();
      rewrite(workspace, "a", "new");
      engine.capture({ paths: ["a"] });
      assert.equal(String(recorded(engine, "a")), "new old");
      rewrite(workspace, "a", "new new");
      clock.advance(QUIET_MS);
      const isAnother = typeof request === "string";
      const next = isAnother
        ? await workspace.reopen(engine, { disk, clock })
        : engine;
      const { recorded: changes } = next.capture(isAnother ? AGAIN : request);
      assert.deepEqual(changes.modified, ["a"]);
      assert.equal(String(recorded(next, "a")), "new new");
    }
  });

  it("is not attributed to an agent that changed another file", async () => {
    const workspace = makeWorkspace({ a: "old", b: "1" });
    const disk = withTimes(workspace.at("a"), Date.now() - 100);
    const engine = await workspace.open({ disk, clock });
    engine.checkpoint();
    rewrite(workspace, "a", "new");
    clock.advance(QUIET_MS);
    workspace.write("b", "2 by bot");
    const { recorded: changes } = engine.capture({
      paths: ["b"],
      source: "bot",
    });
    assert.deepEqual(changes.modified, ["b"]);
    assert.deepEqual(engine.capture(AGAIN).recorded.modified, ["a"]);
  });

  it("is read exactly twice if nothing changed", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const watched = new WatchedDisk(workspace.root);
    const engine = await workspace.open({ disk: watched.disk, clock });
    engine.checkpoint();
    assert.equal(engine.capture(AGAIN).hasUnsettled, true);
    const opened = () => watched.asked("open").length;
    assert.equal(opened(), 2);
    clock.advance(QUIET_MS);
    const second = engine.capture(AGAIN);
    assert.ok(!second.isNew);
    assert.equal(second.hasUnsettled, false);
    assert.equal(opened(), 4);
    engine.capture();
    engine.capture({ paths: ["a"] });
    assert.equal(opened(), 4);
  });

  it("does not make the next save measure the whole store", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    let measured = 0;
    const disk: Disk = {
      ...quickDisk,
      readFolder(folder) {
        if (folder === path.join(workspace.storeDir, "index")) measured++;
        return quickDisk.readFolder(folder);
      },
    };
    const engine = await workspace.open({ disk, clock });
    engine.checkpoint();
    const save = (text: string) => {
      workspace.write("b", text);
      engine.checkpoint({ paths: ["b"] });
    };
    save("2");
    measured = 0;
    clock.advance(QUIET_MS);
    assert.ok(!engine.capture(AGAIN).isNew);
    save("3");
    save("4");
    assert.equal(measured, 0);
  });
});

describe("a disk whose clock is not ours", () => {
  const makeWorkspace = workspaceForEach();
  const clock = new ManualClock();
  const start = async (disk: Disk, workspace: TempWorkspace) => {
    const engine = await workspace.open({ disk, clock });
    engine.checkpoint();
    return engine;
  };
  /** As with sshfs: the server's clock, in whole seconds. */
  const server = (minutes: number): Disk => ({
    ...shiftedDisk(minutes * 60_000, 1000),
    hasOurClock: () => false,
  });

  for (const minutes of [-7, -1, 3, 600])
    it(`shows a file that is rewritten within the same second: ${minutes} minutes off`, async () => {
      for (let n = 0; n < 6; n++) {
        const workspace = makeWorkspace({ a: "aaaa", b: "1" });
        const times = fs.statSync(workspace.at("a"));
        const disk = withTimes(
          workspace.at("a"),
          times.mtimeMs,
          server(minutes),
        );
        const engine = await start(disk, workspace);
        rewrite(workspace, "a", "bbbb");
        const next =
          n % 2 ? await workspace.reopen(engine, { disk, clock }) : engine;
        assert.deepEqual(next.capture().recorded.modified, ["a"], `time ${n}`);
      }
    });

  it("has its files read once more, after an interval, and then not again", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const watched = new WatchedDisk(workspace.root, server(-7));
    let engine = await start(watched.disk, workspace);
    const opened = () => watched.asked("open").length;
    assert.equal(opened(), 2);
    engine.capture();
    assert.equal(opened(), 4, "too soon for a second look that counts");
    clock.advance(QUIET_MS);
    engine = await workspace.reopen(engine, { disk: watched.disk, clock });
    assert.equal(engine.capture().hasUnsettled, false);
    assert.equal(opened(), 6);
    engine.capture();
    assert.equal(opened(), 6);
  });

  it("is recognised by the timestamps of files we write there", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const disk = { ...quickDisk, hasOurClock: () => false };
    fs.utimesSync(workspace.at("a"), new Date(0), new Date(0));
    const aged: Disk = {
      ...disk,
      lstat: (path) => oldCtime(disk.lstat(path), workspace.at("a") === path),
      stat: (fd) => oldCtime(disk.stat(fd), fs.fstatSync(fd).mtimeMs === 0),
    };
    const engine = await workspace.open({ disk: aged, clock });
    assert.equal(
      engine.capture().hasUnsettled,
      false,
      "an hour old by our clock",
    );
    const other = makeWorkspace({ a: "1" });
    const skewed = await other.open({ disk: server(-60), clock });
    assert.equal(
      skewed.capture().hasUnsettled,
      true,
      "an hour old by no clock",
    );
  });

  const oldCtime = <T extends { ctimeMs: number } | null>(
    stat: T,
    isOld: boolean,
  ): T => stat && (isOld ? { ...stat, ctimeMs: Date.now() - 3_600_000 } : stat);
});

/** A disk on which one file keeps these timestamps, whatever is written to it. */
function withTimes(file: string, atMs: number, below: Disk = quickDisk): Disk {
  const { ino } = fs.statSync(file);
  const still = <T extends { ino: number } | null>(stat: T): T =>
    stat?.ino === ino ? { ...stat, ...times } : stat;
  const shown = below.lstat(file)!;
  const offset = shown.mtimeMs - fs.statSync(file).mtimeMs;
  const times = { mtimeMs: atMs + offset, ctimeMs: atMs + offset };
  return {
    ...below,
    lstat: (path) => still(below.lstat(path)),
    stat: (fd) => still(below.stat(fd)),
  };
}
