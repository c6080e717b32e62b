import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import type { Interface } from "node:readline";
import { createInterface } from "node:readline";
import type { Disk, DiskStat } from "../../src/base/disk";
import { quickDisk } from "./quickDisk";

const PROGRAM = `
import mmap, sys
file = open(sys.argv[1], "r+b")
view = mmap.mmap(file.fileno(), 0)
for line in sys.stdin:
    text = line.rstrip("\\n").encode()
    view[0:len(text)] = text
    print("written", flush=True)
`;

/**
 * Writes to a file like a database or a linker, through a shared memory map: a
 * write to an already dirty page does not change the file's times. Node cannot map
 * files, so Python does. If it is missing, `disk` keeps the file's times as they
 * were at the first write instead.
 */
export class MemoryMap {
  readonly disk: Disk;
  private readonly answers: Interface | null;
  private frozen: DiskStat | null = null;

  static open(file: string): MemoryMap {
    const isThere = spawnSync("python3", ["-c", ""]).status === 0;
    return new MemoryMap(
      file,
      isThere ? spawn("python3", ["-c", PROGRAM, file]) : null,
    );
  }

  private constructor(
    private readonly file: string,
    private readonly python: ChildProcess | null,
  ) {
    this.answers = python && createInterface({ input: python.stdout! });
    const still = (stat: DiskStat | null) =>
      stat && stat.ino === this.frozen?.ino
        ? {
            ...stat,
            mtimeMs: this.frozen.mtimeMs,
            ctimeMs: this.frozen.ctimeMs,
          }
        : stat;
    this.disk = python
      ? quickDisk
      : {
          ...quickDisk,
          lstat: (path) => still(quickDisk.lstat(path)),
          stat: (fd) => still(quickDisk.stat(fd))!,
        };
  }

  /** Overwrites the beginning of the file; the text has no line breaks. */
  async write(text: string): Promise<void> {
    if (this.python) {
      const answered = once(this.answers!, "line");
      this.python.stdin!.write(text + "\n");
      assert.deepEqual(await answered, ["written"]);
      return;
    }
    const fd = fs.openSync(this.file, "r+");
    fs.writeSync(fd, text, 0);
    fs.closeSync(fd);
    this.frozen ??= quickDisk.lstat(this.file);
  }

  /** Unmaps the file. The system writes it back at any later time. */
  async close(): Promise<void> {
    if (!this.python) return;
    const ended = once(this.python, "exit");
    this.python.stdin!.end();
    await ended;
  }
}
