// The floor of each step: the same calls of the system with the same bytes, made by plain Node and
// nothing else. What a step takes above it is the engine's own.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { timed } from "./shadowGit";
import { textOf } from "./workspace";
import type { Workspace } from "./workspace";

/** A stored text takes about this share of its length, and its record this many bytes. */
const PACKED = 0.4;
const RECORD = 170;
/** Contents that are compressed together. */
const GROUP_BYTES = 64 * 1024;

/** A pack and a journal that are only appended to, and a lock. */
export class BareStore {
  private readonly pack: number;
  private readonly journal: number;

  constructor(private readonly dir: string) {
    fs.rmSync(dir, { recursive: true, force: true });
    fs.mkdirSync(dir, { recursive: true });
    this.pack = fs.openSync(path.join(dir, "pack"), "a");
    this.journal = fs.openSync(path.join(dir, "journal"), "a");
  }

  /** Reads and stores files, as after events: two syncs under a lock. */
  record(files: readonly string[]): number {
    return timed(() => this.locked(() => this.keep(files)));
  }

  /** Reads, hashes, compresses and stores everything on one thread. */
  recordAll(files: readonly string[]): number {
    return timed(() => {
      let group: Buffer[] = [];
      let bytes = 0;
      const flush = () => {
        const packed = zlib.deflateRawSync(Buffer.concat(group), { level: 1 });
        fs.writeSync(this.pack, packed);
        [group, bytes] = [[], 0];
      };
      for (const file of files) {
        const read = readAndHash(file);
        group.push(read);
        bytes += read.length;
        if (bytes >= GROUP_BYTES) flush();
      }
      flush();
      fs.fdatasyncSync(this.pack);
      this.note(files.length);
    });
  }

  /**
   * Puts files back over changed and deleted ones, and deletes added ones, with every step that
   * keeps them safe: what is replaced is read and stored first; each file is written beside the
   * old one and read back; the old one is read once more before the new one replaces it.
   */
  restore(texts: ReadonlyMap<string, string>, added: readonly string[]) {
    const bytes = [...texts].map(([file, text]) => ({
      file,
      temp: path.join(path.dirname(file), `.bare-${path.basename(file)}`),
      bytes: Buffer.from(text),
    }));
    return timed(() => {
      const replaced = [...texts.keys()].filter((file) => fs.existsSync(file));
      this.locked(() => this.keep([...replaced, ...added]));
      this.locked(() => {
        this.note(texts.size + added.length);
        for (const one of bytes) writeAndCheck(one.temp, one.bytes);
        for (const { file, temp } of bytes) {
          if (fs.existsSync(file)) readAndHash(file);
          fs.renameSync(temp, file);
        }
        for (const file of added) {
          readAndHash(file);
          fs.unlinkSync(file);
        }
        this.note(texts.size + added.length);
      });
    });
  }

  close(): void {
    fs.closeSync(this.pack);
    fs.closeSync(this.journal);
  }

  private locked(work: () => void): void {
    const lock = path.join(this.dir, "lock");
    const fd = fs.openSync(lock, "wx");
    fs.writeSync(fd, "the owner");
    fs.closeSync(fd);
    work();
    fs.unlinkSync(lock);
  }

  private keep(files: readonly string[]): void {
    const packed = files.map((file) => {
      const read = readAndHash(file);
      return read.subarray(0, read.length * PACKED);
    });
    fs.writeSync(this.pack, Buffer.concat(packed));
    fs.fdatasyncSync(this.pack);
    this.note(files.length);
  }

  private note(records: number): void {
    fs.writeSync(this.journal, Buffer.alloc(records * RECORD));
    fs.fdatasyncSync(this.journal);
  }
}

/** The stats of every recorded file and of its folders, by which a scan finds what changed. */
export function statAll(workspace: Workspace): number {
  const files = workspace.files.map((file) => workspace.path(file));
  const folders = new Set(files.map((file) => path.dirname(file)));
  return timed(() => {
    for (const one of folders) fs.lstatSync(one);
    for (const one of files) fs.lstatSync(one);
  });
}

/** The texts that files had in earlier versions, by absolute path. */
export function textsOf(
  workspace: Workspace,
  numbers: readonly number[],
  versions: readonly number[],
): Map<string, string> {
  return new Map(
    numbers.map((i, n) => [
      workspace.path(workspace.files[i]!),
      textOf(i, versions[n]!),
    ]),
  );
}

/** A program that starts as plain Node and runs a command so many times. */
export function plainNode(times: number, command: readonly string[]): number {
  const [file, ...args] = command;
  const script = `const { spawnSync } = require("node:child_process");
    for (let n = 0; n < ${times}; n++) spawnSync(${JSON.stringify(file)}, ${JSON.stringify(args)});`;
  return timed(() => void spawnSync(process.execPath, ["-e", script]));
}

function readAndHash(file: string): Buffer {
  const fd = fs.openSync(file, "r");
  const bytes = Buffer.alloc(fs.fstatSync(fd).size);
  fs.readSync(fd, bytes, 0, bytes.length, 0);
  fs.closeSync(fd);
  createHash("sha256").update(bytes).digest();
  return bytes;
}

function writeAndCheck(file: string, bytes: Buffer): void {
  const fd = fs.openSync(file, "wx+");
  fs.writeSync(fd, bytes);
  const back = Buffer.alloc(bytes.length);
  fs.readSync(fd, back, 0, back.length, 0);
  fs.closeSync(fd);
  if (!back.equals(bytes)) throw new Error(`${file} was written differently`);
}
