import type { Disk, DiskStat } from "../../base/disk";
import { isRacy } from "./safeRead";

/** The names in a folder; symlinks and special files are listed as files. */
export interface Listing {
  folders: readonly string[];
  files: readonly string[];
}

interface Seen extends Listing {
  stat: DiskStat;
}

/**
 * The names in each folder as last listed. While a folder's timestamps stay the
 * same, no name was added or removed, on file systems that are known to update
 * them; on others, each folder is listed every time.
 */
export class Listings {
  private seen = new Map<string, Seen>();
  private current: Map<string, Seen> | undefined;
  private device: number | null | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
  ) {}

  /** Keeps only the folders that this full scan visits. */
  all<T>(look: () => T): T {
    this.current = new Map();
    try {
      const found = look();
      this.seen = this.current;
      return found;
    } finally {
      this.current = undefined;
    }
  }

  /** Throws the disk's error if the folder cannot be listed. */
  of(folder: string): Listing {
    const absolute = folder === "" ? this.root : this.root + "/" + folder;
    if (this.device === undefined) this.device = this.deviceOf();
    const { device } = this;
    // Taken before listing: a later change will show in the timestamps.
    const stat = device === null ? null : this.disk.lstat(absolute);
    const known = this.seen.get(folder);
    if (known && stat && hasSameTimes(known.stat, stat)) {
      this.current?.set(folder, known);
      return known;
    }
    this.seen.delete(folder);
    const isSure =
      stat?.kind === "folder" &&
      stat.dev === device &&
      !isRacy(stat, Date.now());
    const listing = this.list(absolute);
    if (isSure) (this.current ?? this.seen).set(folder, { ...listing, stat });
    return listing;
  }

  private list(absolute: string): Listing {
    const folders: string[] = [];
    const files: string[] = [];
    for (const { name, kind } of this.disk.readFolder(absolute))
      (kind === "folder" ? folders : files).push(name);
    return { folders, files };
  }

  /**
   * The device whose folder timestamps are trusted; file systems mounted below are
   * not checked.
   */
  private deviceOf(): number | null {
    try {
      if (!this.disk.keepsFolderTimes(this.root)) return null;
      return this.disk.lstat(this.root)?.dev ?? null;
    } catch {
      return null;
    }
  }
}

function hasSameTimes(a: DiskStat, b: DiskStat): boolean {
  return (
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.kind === b.kind
  );
}
