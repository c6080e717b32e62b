import fs from "node:fs";
import path from "node:path";
import type { Disk, DiskStat } from "../../src/base/disk";
import { realDisk } from "../../src/base/realDisk";

/** The fields of a stat besides kind, mode and size. */
export type Times = Pick<DiskStat, "mtimeMs" | "ctimeMs" | "ino">;

/** A file, link or folder as it was when the recording began. */
export interface StartNode {
  id: number;
  kind: "file" | "symlink" | "folder";
  mode: number;
  bytes: Buffer;
  names: Map<string, number>;
}

/** A name in a folder that appears (with its node) or disappears (null). */
export interface NameChange {
  folder: number;
  name: string;
  node: number | null;
}

/** One change or sync, in the order requested. */
export type Step =
  | { t: "names"; what: string; changes: NameChange[] }
  | { t: "data"; what: string; node: number; at: number; bytes: Buffer }
  | { t: "size"; what: string; node: number; size: number }
  | { t: "mode"; what: string; node: number; mode: number }
  | { t: "sync"; what: string; node: number; isWhole: boolean }
  | { t: "sync-names"; what: string; folder: number };

/** Everything that a disk was asked to change below a folder. */
export interface Recording {
  base: string;
  root: number;
  start: Map<number, StartNode>;
  /** Nodes created during the recording. */
  made: Map<number, Pick<StartNode, "kind" | "mode" | "bytes">>;
  steps: Step[];
  /** A node's times from a step on. */
  times: Map<number, { from: number; times: Times }[]>;
}

/**
 * The real disk, recording what is changed below a folder and when it is synced.
 */
export class RecordingDisk implements Disk {
  readonly recording: Recording;
  private lastNode = 0;
  private readonly names = new Map<number, Map<string, number>>();
  private readonly sizes = new Map<number, number>();
  private readonly fds = new Map<
    number,
    { node: number; at: number; isAppend: boolean; path: string }
  >();

  constructor(base: string) {
    const start = new Map<number, StartNode>();
    this.recording = {
      base,
      root: 0,
      start,
      made: new Map(),
      steps: [],
      times: new Map(),
    };
    this.recording.root = this.walk(base, start);
  }

  lstat = (file: string) => realDisk.lstat(file);
  readFile = (file: string) => realDisk.readFile(file);
  readFolder = (folder: string) => realDisk.readFolder(folder);
  readLink = (file: string) => realDisk.readLink(file);
  realPath = (file: string) => realDisk.realPath(file);
  keepsFolderTimes = (folder: string) => realDisk.keepsFolderTimes(folder);
  canBeNamed = (name: string) => realDisk.canBeNamed(name);
  hasOurClock = (folder: string) => realDisk.hasOurClock(folder);
  keepsModes = (folder: string) => realDisk.keepsModes(folder);
  hasLinks = (folder: string) => realDisk.hasLinks(folder);
  touch = (file: string): void => realDisk.touch(file);
  stat = (fd: number) => realDisk.stat(fd);
  read = (fd: number, into: Uint8Array, position: number | null) =>
    realDisk.read(fd, into, position);

  open = (file: string, flags: string | number, mode?: number): number => {
    const isRead =
      typeof flags === "number" ? (flags & 3) === 0 : flags === "r";
    const isThere = fs.existsSync(file);
    const fd = realDisk.open(file, flags, mode);
    if (isRead) return fd;
    if (!isThere) this.add(file, "file");
    const node = this.nodeAt(file)!;
    if (isThere && String(flags).startsWith("w")) this.cut(node, file, 0);
    this.noteTimes(node, file);
    const isAppend = flags === "a";
    this.fds.set(fd, { node, at: 0, isAppend, path: file });
    return fd;
  };

  close = (fd: number): void => {
    this.fds.delete(fd);
    realDisk.close(fd);
  };

  write = (fd: number, bytes: Uint8Array): void => {
    const open = this.fds.get(fd)!;
    const { node } = open;
    const at = open.isAppend ? this.sizes.get(node)! : open.at;
    this.push({
      t: "data",
      what: `write ${bytes.byteLength} to ${this.short(open.path)}`,
      node,
      at,
      bytes: Buffer.from(bytes),
    });
    realDisk.write(fd, bytes);
    open.at = at + bytes.byteLength;
    this.sizes.set(node, Math.max(this.sizes.get(node)!, open.at));
    this.noteTimes(node, open.path);
  };

  sync = (fd: number): void => {
    const { node, path: file } = this.fds.get(fd)!;
    this.push({
      t: "sync",
      what: `sync ${this.short(file)}`,
      node,
      isWhole: false,
    });
  };

  syncFile = (file: string): void => {
    const node = this.nodeAt(file);
    if (node === undefined) throw noEntry(file);
    this.push({
      t: "sync",
      what: `sync ${this.short(file)}`,
      node,
      isWhole: true,
    });
  };

  syncFolder = (folder: string): void => {
    const node = this.nodeAt(folder);
    if (node === undefined) throw noEntry(folder);
    this.push({
      t: "sync-names",
      what: `syncFolder ${this.short(folder)}`,
      folder: node,
    });
  };

  truncate = (file: string, sizeBytes: number): void => {
    realDisk.truncate(file, sizeBytes);
    this.cut(this.nodeAt(file)!, file, sizeBytes);
  };

  rename = (from: string, to: string): void => {
    const node = this.nodeAt(from)!;
    realDisk.rename(from, to);
    this.change(`rename ${this.short(from)} ${this.short(to)}`, [
      [from, null],
      [to, node],
    ]);
    this.noteTimes(node, to);
  };

  unlink = (file: string): void => {
    realDisk.unlink(file);
    this.change(`unlink ${this.short(file)}`, [[file, null]]);
  };

  link = (from: string, to: string): void => {
    realDisk.link(from, to);
    this.change(`link ${this.short(to)}`, [[to, this.nodeAt(from)!]]);
  };

  symlink = (target: Uint8Array, file: string): void => {
    realDisk.symlink(target, file);
    this.add(file, "symlink", Buffer.from(target));
  };

  chmod = (fd: number, mode: number): void => {
    const { node, path: file } = this.fds.get(fd)!;
    realDisk.chmod(fd, mode);
    this.push({ t: "mode", what: `chmod ${this.short(file)}`, node, mode });
    this.noteTimes(node, file);
  };

  makeFolder = (folder: string, mode?: number): void => {
    const missing: string[] = [];
    for (let at = folder; !fs.existsSync(at); at = path.dirname(at))
      missing.unshift(at);
    realDisk.makeFolder(folder, mode);
    for (const made of missing) this.add(made, "folder");
  };

  removeFolder = (folder: string): void => {
    realDisk.removeFolder(folder);
    this.change(`removeFolder ${this.short(folder)}`, [[folder, null]]);
  };

  private walk(absolute: string, start: Map<number, StartNode>): number {
    const id = ++this.lastNode;
    const stat = fs.lstatSync(absolute);
    const names = new Map<string, number>();
    const node: StartNode = {
      id,
      kind: stat.isDirectory()
        ? "folder"
        : stat.isSymbolicLink()
          ? "symlink"
          : "file",
      mode: stat.mode & 0o777,
      bytes: stat.isFile()
        ? fs.readFileSync(absolute)
        : stat.isSymbolicLink()
          ? fs.readlinkSync(absolute, { encoding: "buffer" })
          : Buffer.alloc(0),
      names,
    };
    start.set(id, node);
    if (node.kind === "folder") {
      for (const name of fs.readdirSync(absolute).sort())
        names.set(name, this.walk(path.join(absolute, name), start));
      this.names.set(id, new Map(names));
    }
    this.sizes.set(id, node.bytes.length);
    this.noteTimes(id, absolute);
    return id;
  }

  private nodeAt(absolute: string): number | undefined {
    const parts = path.relative(this.recording.base, absolute).split(path.sep);
    let at: number | undefined = this.recording.root;
    for (const part of parts) {
      if (part === "") continue;
      at = at === undefined ? undefined : this.names.get(at)?.get(part);
    }
    return at;
  }

  private add(
    file: string,
    kind: StartNode["kind"],
    bytes: Buffer = Buffer.alloc(0),
  ): void {
    const id = ++this.lastNode;
    const mode = fs.lstatSync(file).mode & 0o777;
    this.recording.made.set(id, { kind, mode, bytes });
    this.sizes.set(id, bytes.length);
    if (kind === "folder") this.names.set(id, new Map());
    this.change(`make ${this.short(file)}`, [[file, id]]);
    this.noteTimes(id, file);
  }

  private change(what: string, names: [string, number | null][]): void {
    const changes = names.map(([absolute, node]): NameChange => {
      const folder = this.nodeAt(path.dirname(absolute))!;
      const name = path.basename(absolute);
      if (node === null) this.names.get(folder)!.delete(name);
      else this.names.get(folder)!.set(name, node);
      return { folder, name, node };
    });
    this.push({ t: "names", what, changes });
  }

  private cut(node: number, file: string, size: number): void {
    const what = `truncate ${this.short(file)} to ${size}`;
    this.push({ t: "size", what, node, size });
    this.sizes.set(node, size);
    this.noteTimes(node, file);
  }

  private push(step: Step): void {
    this.recording.steps.push(step);
  }

  private noteTimes(node: number, absolute: string): void {
    const { mtimeMs, ctimeMs, ino } = fs.lstatSync(absolute);
    const list = this.recording.times.get(node) ?? [];
    const from = this.recording.steps.length;
    list.push({ from, times: { mtimeMs, ctimeMs, ino } });
    this.recording.times.set(node, list);
  }

  private short(absolute: string): string {
    return path.relative(this.recording.base, absolute);
  }
}

function noEntry(file: string): Error {
  return Object.assign(new Error(`ENOENT: ${file}`), { code: "ENOENT" });
}
