import type { Disk } from "../../src/base/disk";
import { realDisk } from "../../src/base/realDisk";
import { PowerCut } from "./powerCut";

/**
 * What happens at one modifying call. `fail` throws once and continues; `short`
 * writes half of the bytes, then fails; the others end everything: from then on
 * every call throws, as after a kill. A power cut also loses what was not synced.
 */
export type Fault =
  | { kind: "fail"; code: "ENOSPC" | "EIO" | "EACCES" }
  | { kind: "short" }
  | { kind: "stop" }
  | { kind: "torn" }
  | { kind: "power"; names: boolean };

export class Stopped extends Error {
  readonly code = "EIO";
  constructor() {
    super("the process was stopped");
  }
}

/** A disk on which one modifying call fails. */
export class FaultyDisk implements Disk {
  /** Calls since `arm` that could fail. */
  calls = 0;
  /** The one that did. */
  fired: string | undefined;
  readonly openFds = new Map<number, string>();
  private at = Infinity;
  private fault: Fault = { kind: "stop" };
  private isStopped = false;
  private readonly power: PowerCut;

  constructor(storeDir: string) {
    this.power = new PowerCut(storeDir);
  }

  get hasFired(): boolean {
    return this.fired !== undefined;
  }

  /**
   * From now on counts modifying calls (or only writes, if the fault is half a
   * write); the one with this number fails.
   */
  arm(at: number, fault: Fault): void {
    this.calls = 0;
    this.at = at;
    this.fault = fault;
  }

  disarm(): void {
    this.at = Infinity;
  }

  /**
   * Releases what a stopped process had open, and discards what a power cut
   * discards.
   */
  crash(): void {
    for (const fd of this.openFds.keys()) realDisk.close(fd);
    this.openFds.clear();
    if (this.fault.kind === "power" && this.hasFired)
      this.power.cut(this.fault.names);
  }

  lstat = (path: string) => this.look(() => realDisk.lstat(path));
  readFile = (path: string) => this.look(() => realDisk.readFile(path));
  readFolder = (path: string) => this.look(() => realDisk.readFolder(path));
  readLink = (path: string) => this.look(() => realDisk.readLink(path));
  realPath = (path: string) => this.look(() => realDisk.realPath(path));
  keepsFolderTimes = (path: string) =>
    this.look(() => realDisk.keepsFolderTimes(path));
  canBeNamed = (path: string) => realDisk.canBeNamed(path);
  hasOurClock = (path: string) => this.look(() => realDisk.hasOurClock(path));
  keepsModes = (path: string) => this.look(() => realDisk.keepsModes(path));
  hasLinks = (path: string) => this.look(() => realDisk.hasLinks(path));
  stat = (fd: number) => this.look(() => realDisk.stat(fd));
  read = (fd: number, into: Uint8Array, position: number | null) =>
    this.look(() => realDisk.read(fd, into, position));

  open = (path: string, flags: string | number, mode?: number): number => {
    const isRead =
      typeof flags === "number" ? (flags & 3) === 0 : flags === "r";
    const open = () => {
      if (!isRead) this.power.willOpen(path, flags);
      const fd = realDisk.open(path, flags, mode);
      this.openFds.set(fd, path);
      return fd;
    };
    return isRead ? this.look(open) : this.change(`open ${path}`, open);
  };

  close = (fd: number): void => {
    // The kernel closes the files of a stopped process.
    if (!this.openFds.delete(fd)) return;
    realDisk.close(fd);
  };

  write = (fd: number, bytes: Uint8Array): void => {
    const half = () => {
      realDisk.write(fd, bytes.subarray(0, bytes.byteLength >> 1));
    };
    const what = `write ${bytes.byteLength} to ${this.openFds.get(fd)}`;
    this.change(what, () => realDisk.write(fd, bytes), half);
  };

  sync = (fd: number): void => {
    const path = this.openFds.get(fd)!;
    this.change(`sync ${path}`, () => this.power.didSync(path));
  };

  syncFile = (path: string): void =>
    this.change(`syncFile ${path}`, () => this.power.didSync(path));

  syncFolder = (path: string): void =>
    this.change(`syncFolder ${path}`, () => this.power.didSyncFolder(path));

  truncate = (path: string, sizeBytes: number): void =>
    this.change(`truncate ${path}`, () => {
      realDisk.truncate(path, sizeBytes);
      this.power.didTruncate(path, sizeBytes);
    });

  rename = (from: string, to: string): void =>
    this.change(`rename ${from} ${to}`, () => {
      this.power.willRename(from, to);
      realDisk.rename(from, to);
    });

  unlink = (path: string): void =>
    this.change(`unlink ${path}`, () => {
      this.power.willUnlink(path);
      realDisk.unlink(path);
    });

  link = (from: string, to: string): void =>
    this.change(`link ${from} ${to}`, () => realDisk.link(from, to));

  symlink = (target: Uint8Array, path: string): void =>
    this.change(`symlink ${path}`, () => realDisk.symlink(target, path));

  chmod = (fd: number, mode: number): void =>
    this.change(`chmod ${this.openFds.get(fd)}`, () =>
      realDisk.chmod(fd, mode),
    );

  touch = (path: string): void => this.look(() => realDisk.touch(path));

  makeFolder = (path: string, mode?: number): void =>
    this.change(`makeFolder ${path}`, () => {
      this.power.willMakeFolder(path);
      realDisk.makeFolder(path, mode);
    });

  removeFolder = (path: string): void =>
    this.change(`removeFolder ${path}`, () => realDisk.removeFolder(path));

  private look<T>(work: () => T): T {
    if (this.isStopped) throw new Stopped();
    return work();
  }

  private change<T>(what: string, work: () => T, half?: () => void): T {
    if (this.isStopped) throw new Stopped();
    const isHalf = this.fault.kind === "short" || this.fault.kind === "torn";
    if (isHalf && !half) return work();
    if (++this.calls !== this.at) return work();
    this.fired = what;
    switch (this.fault.kind) {
      case "fail":
        throw failure(this.fault.code, what);
      case "short":
        half?.();
        throw failure("ENOSPC", what);
      case "torn":
        half?.();
        break;
      case "stop":
      case "power":
        break;
    }
    this.isStopped = true;
    throw new Stopped();
  }
}

function failure(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: injected at ${what}`), { code });
}
