import assert from "node:assert/strict";
import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Disk, DiskStat } from "../../../src/base/disk";
import { sleepSync } from "../../../src/base/processes";
import { isRacy } from "../../../src/engine/workspace/safeRead";
import { quickDisk } from "../../helpers/quickDisk";
import { settledDisk } from "../../helpers/shiftedDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { WatchedDisk } from "./watchedDisk";

describe("timestamps that prove nothing", () => {
  const T = 1_700_000_000_000;
  const table: [
    what: string,
    mtime: number,
    ctime: number,
    now: number,
    racy: boolean,
  ][] = [
    ["written this very moment", T + 1, T + 1, T + 1, true],
    ["written 24 ms ago", T + 1, T + 1, T + 25, true],
    ["written 25 ms ago", T + 1, T + 1, T + 26, false],
    ["written long ago, its mode changed now", T - 1e6 + 1, T + 1, T + 5, true],
    ["dated back, written now", 1, T + 1, T + 5, true],
    ["dated back, written a while ago", 1, T + 1, T + 100, false],
    ["whole seconds, written a second ago", T, T, T + 1000, true],
    ["whole seconds, written two seconds ago", T, T, T + 2000, true],
    ["whole seconds, written three seconds ago", T, T, T + 3000, false],
    ["written in the future", T + 5001, T + 5001, T, true],
    ["parts of a millisecond", T + 0.25, T + 0.25, T + 10, true],
  ];
  for (const [what, mtimeMs, ctimeMs, now, expected] of table)
    it(`${what}: ${expected ? "not trusted" : "trusted"}`, () => {
      const stat = { mtimeMs, ctimeMs } as DiskStat;
      assert.equal(isRacy(stat, now), expected);
    });
});

describe("a file written again within the clock's resolution", () => {
  const makeWorkspace = workspaceForEach();
  /** Lasts until the file is read, however slow the machine is. */
  const now = () => Date.now() + 5_000.5;
  const rewrite = (workspace: TempWorkspace) => {
    const { atime, mtime } = fs.statSync(workspace.at("a"));
    fs.writeFileSync(workspace.at("a"), "bbbb");
    fs.utimesSync(workspace.at("a"), atime, mtime);
  };

  it("is noticed right after a capture, with the same size and its mtime reset", async () => {
    const workspace = makeWorkspace();
    const engine = await workspace.open();
    engine.checkpoint();
    for (let i = 0; i < 20; i++) {
      workspace.write("a", "aaaa");
      engine.capture({ paths: ["a"] });
      rewrite(workspace);
      const { recorded } = engine.capture(i % 2 ? {} : { paths: ["a"] });
      assert.deepEqual(recorded.modified, ["a"], `time ${i}`);
    }
  });

  it("is noticed if none of its timestamps change", async () => {
    const workspace = makeWorkspace({ a: "aaaa" });
    const engine = await workspace.open({ disk: frozen(now()) });
    engine.checkpoint();
    rewrite(workspace);
    assert.deepEqual(engine.capture().recorded.modified, ["a"]);
  });

  it("is noticed even if packing took long", async () => {
    const workspace = makeWorkspace({ a: "aaaa" });
    const atMs = Date.now() + 1_000.5;
    const disk = frozen(atMs);
    let isRead = false;
    const engine = await workspace.open({
      disk: {
        ...disk,
        close(fd) {
          const isFirst = !isRead && fs.fstatSync(fd).size === 4;
          disk.close(fd);
          if (!isFirst) return;
          isRead = true;
          rewrite(workspace);
          sleepSync(atMs + 50 - Date.now());
        },
      },
    });
    engine.checkpoint();
    assert.ok(isRead);
    assert.deepEqual(engine.capture().recorded.modified, ["a"]);
  });

  it("is noticed on a disk with a resolution of a second", async () => {
    const workspace = makeWorkspace({ a: "aaaa" });
    const second = Math.floor(Date.now() / 1000) * 1000;
    const engine = await workspace.open({ disk: frozen(second) });
    engine.checkpoint();
    await setTimeout(50);
    rewrite(workspace);
    assert.deepEqual(engine.capture().recorded.modified, ["a"]);
  });

  it("is noticed by the next process as well", async () => {
    const workspace = makeWorkspace({ a: "aaaa" });
    const disk = frozen(now());
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    rewrite(workspace);
    const next = await workspace.reopen(engine, { disk });
    assert.deepEqual(next.capture().recorded.modified, ["a"]);
  });

  it("a file that was written a while ago, with the same timestamps, is not read again", async () => {
    const workspace = makeWorkspace({ a: "aaaa" });
    const watched = new WatchedDisk(workspace.root, settledDisk);
    const engine = await workspace.open({ disk: watched.disk });
    engine.checkpoint();
    assert.deepEqual(watched.asked("open"), ["a"]);
    assert.ok(!engine.capture().isNew);
    assert.ok(!engine.capture({ paths: ["a"] }).isNew);
    assert.deepEqual(watched.asked("open"), ["a"]);
  });
});

/** A disk whose files always have this timestamp and inode. */
function frozen(atMs: number): Disk {
  const still = <T extends DiskStat | null>(stat: T): T =>
    stat && { ...stat, mtimeMs: atMs, ctimeMs: atMs };
  return {
    ...quickDisk,
    lstat: (path) => still(quickDisk.lstat(path)),
    stat: (fd) => still(quickDisk.stat(fd)),
  };
}
