import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { noise } from "../helpers/random";
import { assertSameTree } from "../helpers/tree";
import { DiskStory, PLACEMENTS, temporary } from "./diskStory";
import type { Mounted } from "./mounts";
import { mount } from "./mounts";

const MB = 1024 ** 2;

/** Uses up the remaining space of a disk; returns a function that frees it. */
function fill(dir: string): () => void {
  const file = path.join(dir, "ballast");
  const fd = fs.openSync(file, "w");
  for (let size = MB; size >= 512; size /= 2)
    try {
      for (;;) fs.writeSync(fd, Buffer.alloc(size));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
    }
  fs.closeSync(fd);
  return () => fs.rmSync(file);
}

describe("a full disk of 20 MB", function () {
  this.timeout(300_000);
  let disk: Mounted;
  let story: DiskStory;
  beforeEach(() => (disk = mount("ext4", 20)));
  afterEach(() => {
    story.dispose();
    disk.dispose();
  });

  for (const placement of PLACEMENTS)
    it(`loses nothing, reports it, and continues once there is space: ${placement} there`, async () => {
      story = new DiskStory(disk.dir, placement);
      for (let i = 0; i < 4; i++) story.write(`f${i}`, noise(MB / 2));
      const first = await story.create("first");
      for (let i = 0; i < 4; i++) fs.rmSync(story.at(`f${i}`));
      story.write("unrecorded", noise(MB));
      const makeRoom = fill(disk.dir);
      const before = story.tree();
      const restored = await story.run(["restore", String(first), "--yes"]);
      assert.notEqual(restored.code, 0, restored.text);
      assert.match(restored.text, /disk-full/);
      assert.match(restored.text, /The disk is full/);
      assertSameTree(story.tree(), before);
      assert.deepEqual(temporary(story.root), []);
      if (placement !== "the workspace") {
        const created = await story.run(["create", "-m", "no room"]);
        assert.notEqual(created.code, 0, created.text);
        assert.equal(created.json.error!.code, "disk-full");
      }
      const { checkpoints } = await story.does("list");
      assert.ok(checkpoints!.some(({ number }) => number === first));
      assert.equal((await story.does("verify")).ok, true);
      makeRoom();
      assertSameTree(story.tree(), before);
      const second = await story.create("second");
      await story.restores(first);
      await story.does("undo", "--yes");
      story.isAt(second);
      await story.isWhole();
    });
});

describe("a disk that turns read-only", function () {
  this.timeout(300_000);
  let disk: Mounted;
  let story: DiskStory;
  beforeEach(() => (disk = mount("ext4")));
  afterEach(() => {
    story.dispose();
    disk.dispose();
  });

  for (const placement of PLACEMENTS)
    it(`loses nothing, reports it, and continues once it is writable: ${placement} there`, async () => {
      story = new DiskStory(disk.dir, placement);
      story.write("a", "1");
      story.write("src/b", "1");
      const first = await story.create("first");
      story.write("a", "2");
      fs.rmSync(story.at("src/b"));
      const second = await story.create("second");
      if (placement === "the store") story.write("a", "unrecorded");
      const before = story.tree();
      disk.remount("ro");
      const restored = await story.run(["restore", String(first), "--yes"]);
      assert.notEqual(restored.code, 0, restored.text);
      assert.match(restored.text, /read-only/);
      assertSameTree(story.tree(), before);
      const created = await story.run(["create", "-m", "read-only"]);
      if (placement === "the workspace") assert.equal(created.code, 0);
      else {
        assert.notEqual(created.code, 0);
        assert.match(created.json.error!.message, /read-only/);
      }
      const { checkpoints } = await story.does("list");
      const there = checkpoints!.map(({ number }) => number);
      for (const number of [first, second]) assert.ok(there.includes(number));
      disk.remount("rw");
      await story.restores(first);
      await story.does("undo", "--yes");
      assertSameTree(story.tree(), before);
      await story.isWhole();
    });
});
