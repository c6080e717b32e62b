import type { Disk, DiskStat } from "../../base/disk";
import { isErrno } from "../../base/disk";
import { CheckpointError } from "../model/errors";
import { isSymlink } from "../model/version";
import { ancestorsOf, isProtectedPath, parentOf } from "../model/workspacePath";
import { blockedBy } from "./safePath";

/** A temporary file, and for one that is no link what the disk said of it when it was whole. */
export interface Staged {
  temp: string;
  stat: DiskStat | null;
}

/**
 * The only code that changes a user's files. Every call looks again at each
 * folder above the path, so that nothing is written or removed through a link,
 * and a file appears whole, by a rename inside its own folder.
 */
export class SafeWriter {
  constructor(
    private readonly disk: Disk,
    private readonly root: string,
  ) {}

  /**
   * Writes a temporary file next to where it will go, or in the nearest folder
   * that is there.
   */
  stage(
    path: string,
    tempName: string,
    bytes: Uint8Array,
    mode: number,
  ): Staged {
    this.assertAllowed(path);
    const blocked = blockedBy(this.disk, this.root, path);
    const folder = parentOf(blocked ? blocked.folder : path);
    const temp = folder === "" ? tempName : folder + "/" + tempName;
    try {
      return { temp, stat: this.fill(temp, path, bytes, mode) };
    } catch (error) {
      // What has our name already is not ours to remove.
      if (!isErrno(error, "EEXIST")) this.discard(temp);
      throw error;
    }
  }

  /** Moves a staged file to its path, making the folders on the way. */
  place(temp: string, path: string): void {
    this.assertAllowed(path);
    if (blockedBy(this.disk, this.root, path)) {
      this.makeFolders(path);
      this.assertOpen(path);
    }
    this.disk.rename(this.root + "/" + temp, this.root + "/" + path);
  }

  /** Removes a file or link; a folder is never removed here. */
  remove(path: string): void {
    this.assertAllowed(path);
    this.assertOpen(path);
    try {
      this.disk.unlink(this.root + "/" + path);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) throw error;
    }
  }

  /** Removes a temporary file of ours, if it is there. */
  discard(temp: string): void {
    if (blockedBy(this.disk, this.root, temp)) return;
    try {
      this.disk.unlink(this.root + "/" + temp);
    } catch {
      // Never made, or swept when the history is opened next; the name is never recorded.
    }
  }

  /** Removes a folder if nothing is in it and it may go; says whether it is gone. */
  removeIfEmpty(folder: string): boolean {
    if (folder === "" || isProtectedPath(folder)) return false;
    if (blockedBy(this.disk, this.root, folder)) return false;
    const stat = this.disk.lstat(this.root + "/" + folder);
    if (stat?.kind !== "folder") return false;
    try {
      this.disk.removeFolder(this.root + "/" + folder);
      return true;
    } catch (error) {
      if (
        isErrno(
          error,
          "ENOTEMPTY",
          "EEXIST",
          "ENOENT",
          "EBUSY",
          "EACCES",
          "EPERM",
        )
      )
        return false;
      throw error;
    }
  }

  private fill(
    temp: string,
    path: string,
    bytes: Uint8Array,
    mode: number,
  ): DiskStat | null {
    const absolute = this.root + "/" + temp;
    if (isSymlink(mode)) {
      this.disk.symlink(bytes, absolute);
      if (!this.disk.readLink(absolute).equals(bytes)) throw unlike(path);
      return null;
    }
    const bits = mode & 0o777;
    // Not synced: until the end of the restore its record makes it happen again.
    const fd = this.disk.open(absolute, "wx+", bits | 0o600);
    try {
      this.disk.write(fd, bytes);
      // It had to be written, and some bits may be masked for new files.
      if ((this.disk.stat(fd).mode & 0o777) !== bits) this.disk.chmod(fd, bits);
      return this.assertHolds(fd, path, bytes, bits);
    } finally {
      this.disk.close(fd);
    }
  }

  /** Makes the folders that are missing above a path, and none behind a link. */
  private makeFolders(path: string): void {
    for (const folder of ancestorsOf(path)) {
      const absolute = this.root + "/" + folder;
      const stat = this.disk.lstat(absolute);
      if (!stat) this.disk.makeFolder(absolute);
      else if (stat.kind !== "folder") return;
    }
  }

  private assertOpen(path: string): void {
    const blocked = blockedBy(this.disk, this.root, path);
    if (blocked)
      throw new CheckpointError(
        "io",
        `${path} is not written, for ${blocked.folder} is not a folder any more.`,
        { data: { path, blockedBy: blocked.folder } },
      );
  }

  private assertAllowed(path: string): void {
    if (isProtectedPath(path))
      throw new CheckpointError("bad-path", `${path} is never written.`, {
        data: { path },
      });
  }

  private assertHolds(
    fd: number,
    path: string,
    bytes: Uint8Array,
    bits: number,
  ): DiskStat {
    const stat = this.disk.stat(fd);
    const isSame =
      stat.sizeBytes === bytes.byteLength &&
      (process.platform === "win32" || (stat.mode & 0o777) === bits) &&
      this.readBack(fd, bytes.byteLength).equals(bytes);
    if (!isSame) throw unlike(path);
    return stat;
  }

  private readBack(fd: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    let at = 0;
    while (at < length) {
      const got = this.disk.read(fd, buffer.subarray(at), at);
      if (got === 0) break;
      at += got;
    }
    return buffer.subarray(0, at);
  }
}

function unlike(path: string): CheckpointError {
  return new CheckpointError("io", `${path} could not be written as it was.`, {
    data: { path },
  });
}
