import type { Disk } from "../../../src/base/disk";
import { quickDisk } from "../../helpers/quickDisk";

/** Calls that read the file system, with their arguments. */
export type Look = "lstat" | "readFolder" | "readFile" | "open";

/** A real disk that records which paths were read. */
export class WatchedDisk {
  readonly calls: { call: Look; path: string }[] = [];
  readonly disk: Disk;

  constructor(
    private readonly top: string,
    changes: Partial<Disk> = {},
  ) {
    const below = { ...quickDisk, ...changes };
    this.disk = {
      ...below,
      lstat: (path) => this.note("lstat", path, () => below.lstat(path)),
      readFolder: (path) =>
        this.note("readFolder", path, () => below.readFolder(path)),
      readFile: (path) =>
        this.note("readFile", path, () => below.readFile(path)),
      open: (path, flags, mode) =>
        this.note("open", path, () => below.open(path, flags, mode)),
    };
  }

  /** The paths read below the watched folder, in order, relative to it. */
  asked(call: Look): string[] {
    return this.calls
      .filter((one) => one.call === call && this.isInside(one.path))
      .map((one) => one.path.slice(this.top.length + 1));
  }

  private isInside(path: string): boolean {
    return path === this.top || path.startsWith(this.top + "/");
  }

  private note<T>(call: Look, path: string, work: () => T): T {
    this.calls.push({ call, path });
    return work();
  }
}

/** An error as the file system throws it. */
export function errno(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
