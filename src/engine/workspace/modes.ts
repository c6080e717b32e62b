import type { Disk } from "../../base/disk";
import { isSymlink } from "../model/version";

/** The mode that git gives a file if the disk keeps no modes. */
const PLAIN = 0o644;
const WRITE = 0o222;

/**
 * Whether the workspace's disk preserves the permission bits of files. Windows,
 * FAT, exFAT and NTFS show the same bits for every file, whatever was set: there
 * the bits mean nothing, and the history keeps the recorded ones.
 */
export class FileModes {
  private kept: boolean | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
  ) {}

  get areKept(): boolean {
    return (this.kept ??= this.disk.keepsModes(this.root));
  }

  /** Called if a new file of ours did not keep the bits that were set. */
  wereLost(): void {
    this.kept = false;
  }

  /**
   * The mode of a file for which the disk shows these bits, given its last known
   * mode. Even Windows reports whether a file is writable.
   */
  of(shown: number, known: number | undefined): number {
    if (this.areKept || isSymlink(shown)) return shown;
    const mode = known === undefined || isSymlink(known) ? PLAIN : known;
    const mayWrite = (shown & 0o200) !== 0;
    if (mayWrite === ((mode & 0o200) !== 0)) return mode;
    return mayWrite ? mode | 0o200 : mode & ~WRITE;
  }
}

/**
 * Converts a recorded mode for use elsewhere: earlier versions recorded what
 * Windows shows.
 */
export function portableMode(
  mode: number,
  platform: NodeJS.Platform = process.platform,
): number {
  return platform === "win32" && mode === 0o666 ? PLAIN : mode;
}
