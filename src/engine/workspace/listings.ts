import type { Disk, DiskStat } from "../../base/disk";
import { isRacy } from "./safeRead";

/** The names in a folder; links and special files are among its files. */
export interface Listing {
  folders: readonly string[];
  files: readonly string[];
}

interface Seen extends Listing {
  stat: DiskStat;
}

/**
 * The names in each folder as they were last listed. As long as a folder has the
 * same times no name came or went, on file systems that are known to keep them;
 * on others each folder is listed every time.
 */
export class Listings {
  private seen = new Map<string, Seen>();
  private met: Map<string, Seen> | undefined;
  private device: number | null | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
  ) {}

  /** Remembers only the folders that this look through all of them meets. */
  all<T>(look: () => T): T {
    this.met = new Map();
    try {
      const found = look();
      this.seen = this.met;
      return found;
    } finally {
      this.met = undefined;
    }
  }

  /** Throws as the disk does when the folder cannot be listed. */
  of(folder: string): Listing {
    const absolute = folder === "" ? this.root : this.root + "/" + folder;
    if (this.device === undefined) this.device = this.deviceOf();
    const { device } = this;
    // Asked before the names: what comes later shows in the next times.
    const stat = device === null ? null : this.disk.lstat(absolute);
    const known = this.seen.get(folder);
    if (known && stat && isSame(known.stat, stat)) {
      this.met?.set(folder, known);
      return known;
    }
    this.seen.delete(folder);
    const isSure =
      stat?.kind === "folder" &&
      stat.dev === device &&
      !isRacy(stat, Date.now());
    const listing = this.list(absolute);
    if (isSure) (this.met ?? this.seen).set(folder, { ...listing, stat });
    return listing;
  }

  private list(absolute: string): Listing {
    const folders: string[] = [];
    const files: string[] = [];
    for (const { name, kind } of this.disk.readFolder(absolute))
      (kind === "folder" ? folders : files).push(name);
    return { folders, files };
  }

  /** Where folders' times are trusted; another file system mounted below is not asked about. */
  private deviceOf(): number | null {
    try {
      if (!this.disk.keepsFolderTimes(this.root)) return null;
      return this.disk.lstat(this.root)?.dev ?? null;
    } catch {
      return null;
    }
  }
}

function isSame(a: DiskStat, b: DiskStat): boolean {
  return (
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.kind === b.kind
  );
}
