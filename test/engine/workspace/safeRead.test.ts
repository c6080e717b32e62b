import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Disk } from "../../../src/base/disk";
import { realDisk } from "../../../src/base/realDisk";
import { SYMLINK } from "../../../src/engine/model/version";
import {
  ReadBuffer,
  readSeen,
  readStable,
} from "../../../src/engine/workspace/safeRead";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "./watchedDisk";

const MAX = 1000;

/** A disk on which something happens at the nth call of one kind. */
function meddling(call: "open" | "read", meddle: (n: number) => void) {
  let opened = 0;
  let read = 0;
  const disk: Disk = {
    ...realDisk,
    open(file, flags, mode) {
      opened++;
      if (call === "open") meddle(opened);
      return realDisk.open(file, flags, mode);
    },
    read(fd, into, position) {
      const got = realDisk.read(fd, into, position);
      if (call === "read") meddle(++read);
      return got;
    },
  };
  return { disk, times: () => opened };
}

describe("reading a file consistently", () => {
  const makeWorkspace = workspaceForEach();

  /** A file that is old enough for any change of its timestamps to show. */
  const start = async (text = "before") => {
    const workspace = makeWorkspace({ a: text });
    await setTimeout(20);
    return { workspace, file: workspace.at("a") };
  };
  const textOf = (result: ReturnType<typeof readStable>) =>
    result.kind === "read" ? Buffer.from(result.file.bytes).toString() : result;

  it("returns its bytes, its permissions and the timestamps that belong to them", async () => {
    const { file } = await start("text");
    const mode = process.platform === "win32" ? 0o444 : 0o750;
    fs.chmodSync(file, mode);
    const result = readStable(realDisk, file, MAX);
    assert.equal(textOf(result), "text");
    assert.ok(result.kind === "read");
    assert.equal(result.file.mode, mode);
    assert.deepEqual(result.file.stat, realDisk.lstat(file));
  });

  it("a change during the read makes it start again", async () => {
    const { file } = await start();
    const { disk, times } = meddling("read", (n) => {
      if (n === 1) fs.writeFileSync(file, "after!");
    });
    assert.equal(textOf(readStable(disk, file, MAX)), "after!");
    assert.equal(times(), 2);
  });

  for (const [what, change] of [
    [
      "being written with as many bytes",
      (f, n) => fs.writeFileSync(f, `after${n}`),
    ],
    ["growing", (f) => fs.appendFileSync(f, "more")],
    ["shrinking", (f, n) => fs.truncateSync(f, 6 - n)],
  ] as [string, (file: string, n: number) => void][])
    it(`a file that keeps ${what} is given up after three attempts`, async () => {
      const { file } = await start();
      let tries = 0;
      const { disk, times } = meddling("read", () => {
        // Each attempt may take several reads; the change must be new to it.
        if (times() > tries) change(file, ++tries);
      });
      const slow: Disk = {
        ...disk,
        // The clock must advance between two changes for timestamps to differ.
        lstat: (at) => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
          return disk.lstat(at);
        },
      };
      assert.deepEqual(readStable(slow, file, MAX), {
        kind: "skipped",
        reason: "changing",
      });
      assert.equal(times(), 3);
    });

  it("a file that grew past the limit before it was opened is too large", async () => {
    const { file } = await start();
    const { disk } = meddling("open", () =>
      fs.writeFileSync(file, "x".repeat(MAX + 1)),
    );
    assert.deepEqual(readStable(disk, file, MAX), {
      kind: "skipped",
      reason: "too-large",
    });
  });

  it("a symlink that replaces the file is not followed", async () => {
    const { workspace, file } = await start();
    const secret = path.join(workspace.base, "secret");
    fs.writeFileSync(secret, "not in the workspace");
    const { disk } = meddling("open", (n) => {
      if (n > 1) return;
      fs.rmSync(file);
      fs.symlinkSync(secret, file);
    });
    const result = readStable(disk, file, MAX);
    assert.deepEqual(result, { kind: "gone" });
    const again = readStable(realDisk, file, MAX);
    assert.equal(textOf(again), secret, "the link itself, at the next look");
    assert.ok(again.kind === "read" && again.file.mode === SYMLINK);
  });

  it("a pipe that replaces the file does not block", async () => {
    const { file } = await start();
    const { disk } = meddling("open", (n) => {
      if (n > 1) return;
      fs.rmSync(file);
      assert.equal(spawnSync("mkfifo", [file]).status, 0);
    });
    assert.deepEqual(readStable(disk, file, MAX), {
      kind: "skipped",
      reason: "special",
    });
  });

  it("a folder, or nothing, is not a file", async () => {
    const { workspace } = await start();
    fs.mkdirSync(workspace.at("folder"));
    for (const name of ["folder", "nothing", "a/below"])
      assert.deepEqual(readStable(realDisk, workspace.at(name), MAX), {
        kind: "gone",
      });
  });

  it("an unreadable file is reported as such", async () => {
    const { file } = await start();
    const { disk } = meddling("open", () => {
      throw errno("EACCES");
    });
    assert.deepEqual(readStable(disk, file, MAX), {
      kind: "skipped",
      reason: "unreadable",
    });
  });

  it("no file is left open, however it ends", async () => {
    const { file } = await start();
    const open = new Set<number>();
    const disk: Disk = {
      ...realDisk,
      open(at, flags, mode) {
        const fd = realDisk.open(at, flags, mode);
        open.add(fd);
        return fd;
      },
      close(fd) {
        open.delete(fd);
        realDisk.close(fd);
      },
      read() {
        throw errno("EIO");
      },
    };
    assert.equal(readStable(disk, file, MAX).kind, "skipped");
    assert.deepEqual([...open], []);
  });

  it("short reads are combined", async () => {
    const { file } = await start("0123456789");
    const disk: Disk = {
      ...realDisk,
      read: (fd, into, position) =>
        realDisk.read(fd, into.subarray(0, 3), position),
    };
    assert.equal(textOf(readStable(disk, file, MAX)), "0123456789");
  });

  it("a reused buffer gives each file its own bytes", async () => {
    const sizes = [0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1];
    const workspace = makeWorkspace();
    const buffer = new ReadBuffer();
    for (const size of sizes) {
      const bytes = Buffer.alloc(size, `${size} `);
      workspace.write("b", bytes);
      const result = readStable(realDisk, workspace.at("b"), 1e6, buffer);
      assert.ok(result.kind === "read");
      assert.ok(bytes.equals(result.file.bytes), `${size} bytes`);
    }
  });

  describe("that a scan has just seen", () => {
    it("does not stat a file before it opens it", async () => {
      const { file } = await start("text");
      const disk: Disk = {
        ...realDisk,
        lstat: () => assert.fail("it was looked at already"),
      };
      assert.equal(textOf(readSeen(disk, file, MAX)), "text");
    });

    it("returns the same result for anything", async () => {
      const { workspace } = await start("text");
      fs.mkdirSync(workspace.at("folder"));
      workspace.link("link", "a");
      workspace.link("dangling", "nowhere");
      workspace.write("large", "x".repeat(MAX + 1));
      assert.equal(spawnSync("mkfifo", [workspace.at("pipe")]).status, 0);
      const names = ["a", "folder", "link", "dangling", "large", "pipe", "no"];
      for (const name of names) {
        const at = workspace.at(name);
        const expected = readStable(realDisk, at, MAX);
        assert.deepEqual(readSeen(realDisk, at, MAX), expected, name);
      }
      const link = readSeen(realDisk, workspace.at("link"), MAX);
      assert.ok(link.kind === "read" && link.file.mode === SYMLINK);
    });

    it("a symlink that replaces the file is returned as a symlink", async () => {
      const { workspace, file } = await start();
      const secret = path.join(workspace.base, "secret");
      fs.writeFileSync(secret, "not in the workspace");
      const { disk } = meddling("open", () => {
        fs.rmSync(file);
        fs.symlinkSync(secret, file);
      });
      assert.equal(textOf(readSeen(disk, file, MAX)), secret);
    });

    it("a change during the read makes it start again", async () => {
      const { file } = await start();
      const { disk } = meddling("read", (n) => {
        if (n === 1) fs.writeFileSync(file, "after!");
      });
      assert.equal(textOf(readSeen(disk, file, MAX)), "after!");
    });
  });
});
