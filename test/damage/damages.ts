import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { realProcesses } from "../../src/base/processes";
import type { Random } from "../helpers/random";
import type { Range, Subject } from "./subject";

/** Damages one file of a store; returns the ranges that were changed. */
export type Damage = (
  subject: Subject,
  random: Random,
  file: string,
) => Range[];

export const damages: Record<string, Damage> = {
  "a flipped bit": (subject, random, file) =>
    change(subject, file, (bytes) => {
      if (bytes.length === 0) return [bytes, []];
      const at = random.below(bytes.length);
      bytes[at]! ^= 1 << random.below(8);
      return [bytes, [[at, at + 1]]];
    }),
  "bytes overwritten": (subject, random, file) =>
    change(subject, file, (bytes) => {
      const from = random.below(bytes.length + 1);
      const to = Math.min(bytes.length, from + random.between(1, 600));
      random.bytes(to - from).copy(bytes, from);
      return [bytes, [[from, to]]];
    }),
  "a stretch of zeros": (subject, random, file) =>
    change(subject, file, (bytes) => {
      const from = random.below(bytes.length + 1);
      const to = Math.min(bytes.length, from + random.between(1, 2000));
      bytes.fill(0, from, to);
      return [bytes, [[from, to]]];
    }),
  "cut off": (subject, random, file) =>
    change(subject, file, (bytes) => {
      const at = random.below(bytes.length + 1);
      return [bytes.subarray(0, at), [[at, bytes.length]]];
    }),
  emptied: (subject, _random, file) =>
    change(subject, file, (bytes) => [
      bytes.subarray(0, 0),
      [[0, bytes.length]],
    ]),
  "bytes lost from the middle": (subject, random, file) =>
    change(subject, file, (bytes) => {
      const from = random.below(bytes.length + 1);
      const to = Math.min(bytes.length, from + random.between(1, 300));
      const left = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
      // In a pack, everything after this is now at a different offset.
      const isPack = file.startsWith("packs");
      return [left, [[from, isPack ? bytes.length : to]]];
    }),
  "garbage at the end": (subject, random, file) =>
    change(subject, file, (bytes) => {
      const more = random.bytes(random.between(1, 500));
      const { length } = bytes;
      return [Buffer.concat([bytes, more]), [[length, length + more.length]]];
    }),
  "a copy of itself at the end": (subject, _random, file) =>
    change(subject, file, (bytes) => [
      Buffer.concat([bytes, bytes]),
      [[bytes.length, 2 * bytes.length]],
    ]),
  removed: (subject, _random, file) => {
    const absolute = path.join(subject.workspace.storeDir, file);
    const to = fs.statSync(absolute).size;
    fs.rmSync(absolute);
    return [{ file, from: 0, to }];
  },
  "a folder in its place": (subject, _random, file) => {
    const absolute = path.join(subject.workspace.storeDir, file);
    const to = fs.statSync(absolute).size;
    fs.rmSync(absolute);
    fs.mkdirSync(absolute);
    return [{ file, from: 0, to }];
  },
};

function change(
  subject: Subject,
  file: string,
  work: (bytes: Buffer) => [Buffer, [from: number, to: number][]],
): Range[] {
  const absolute = path.join(subject.workspace.storeDir, file);
  const [bytes, ranges] = work(fs.readFileSync(absolute));
  fs.writeFileSync(absolute, bytes);
  return ranges.map(([from, to]) => ({ file, from, to }));
}

/** Files that a killed process or another program may leave next to the store's own. */
export const intruders: Record<string, (storeDir: string) => void> = {
  "a lock with nonsense in it": (storeDir) => {
    const lock = path.join(storeDir, "lock");
    fs.writeFileSync(lock, "nonsense");
    fs.utimesSync(lock, new Date(0), new Date(0));
  },
  "a lock of a process that is gone": (storeDir) =>
    fs.writeFileSync(
      path.join(storeDir, "lock"),
      JSON.stringify({
        pid: 2147483646,
        host: os.hostname(),
        boot: realProcesses.boot,
        namespace: realProcesses.namespace,
        token: "gone",
      }),
    ),
  "temporary files": (storeDir) => {
    for (const name of ["index/9.sqlite.tmp", "journal/9.log.tmp"]) {
      fs.mkdirSync(path.dirname(path.join(storeDir, name)), {
        recursive: true,
      });
      fs.writeFileSync(path.join(storeDir, name), "half");
    }
  },
  "an empty pack": (storeDir) =>
    fs.writeFileSync(path.join(storeDir, "packs", "77.pack"), ""),
  "files of others": (storeDir) => {
    fs.writeFileSync(path.join(storeDir, "packs", "notes.txt"), "x");
    fs.writeFileSync(path.join(storeDir, "journal", "01.log.bak"), "x");
  },
};
