import type { Disk, DiskStat } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import { isSymlink, SYMLINK } from "../model/version";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import {
  ancestorsOf,
  childOf,
  isProtectedPath,
  parentOf,
} from "../model/workspacePath";
import type { FileModes } from "./modes";
import { OwnData } from "./ownData";
import { blockedBy } from "./safePath";

/** A temporary file; for a regular file, with its stat when it was completely written. */
export interface Staged {
  temp: WorkspacePath;
  stat: DiskStat | null;
}

const OWNER_WRITES = 0o200;

/**
 * The only code that changes a user's files. Every call checks each parent folder
 * again, so that nothing is written or removed through a symlink, and a file
 * appears complete, by a rename within its own folder.
 */
export class SafeWriter {
  constructor(
    private readonly disk: Disk,
    private readonly root: string,
    private readonly modes: FileModes,
    private readonly platform: NodeJS.Platform = process.platform,
    private readonly ownData = new OwnData(disk, root, []),
  ) {}

  /**
   * Writes a temporary file next to its destination, or in the nearest existing
   * parent in which the name is not too long.
   */
  stage(
    path: WorkspacePath,
    tempName: string,
    bytes: Uint8Array,
    mode: number,
  ): Staged {
    this.assertAllowed(path);
    const blocked = blockedBy(this.disk, this.root, path);
    let folder: WorkspaceFolder = parentOf(blocked ? blocked.folder : path);
    for (;;) {
      const temp = childOf(folder, tempName);
      try {
        return { temp, stat: this.fill(temp, path, bytes, mode) };
      } catch (error) {
        const isTooLong = isErrno(error, "ENAMETOOLONG") && folder !== "";
        // An existing file with this name is not ours to remove.
        if (!isTooLong && !isErrno(error, "EEXIST")) this.discard(temp);
        if (!isTooLong) throw error;
        folder = parentOf(folder);
      }
    }
  }

  /** Uses a temporary file at the top level to find out whether the disk keeps modes. */
  tryModes(tempName: string): void {
    if (!this.modes.areKept) return;
    // May be left by a process that was killed here.
    const temp = childOf("", tempName);
    this.discard(temp);
    try {
      const path = childOf("", tempName.slice(1));
      this.stage(path, tempName, new Uint8Array(0), 0o640);
    } catch {
      return; // not writable, which may not matter for the restore
    }
    this.discard(temp);
  }

  /**
   * Creates and removes a temporary link next to a path; throws if that is not
   * possible.
   */
  tryLink(path: WorkspacePath, tempName: string): void {
    const blocked = blockedBy(this.disk, this.root, path);
    const temp = childOf(parentOf(blocked ? blocked.folder : path), tempName);
    // May be left by a process that was killed here.
    this.discard(temp);
    try {
      this.fill(temp, path, Buffer.from("checkpoint"), SYMLINK);
    } finally {
      this.discard(temp);
    }
  }

  /** Moves a staged file to its path, creating missing folders. */
  place(temp: WorkspacePath, path: WorkspacePath): void {
    this.assertAllowed(path);
    if (blockedBy(this.disk, this.root, path)) {
      this.makeFolders(path);
      this.assertOpen(path);
    }
    this.move(temp, path);
  }

  /** Moves a staged file to the path of a file, in a folder that is still there. */
  replace(temp: WorkspacePath, path: WorkspacePath): void {
    this.assertAllowed(path);
    this.assertOpen(path);
    this.move(temp, path);
  }

  /** Removes a file or symlink, never a folder. */
  remove(path: WorkspacePath): void {
    this.assertAllowed(path);
    this.assertOpen(path);
    try {
      this.disk.unlink(this.root + "/" + path);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) throw error;
    }
  }

  /** Removes one of our temporary files, if it exists. */
  discard(temp: WorkspacePath): void {
    if (blockedBy(this.disk, this.root, temp)) return;
    try {
      this.disk.unlink(this.root + "/" + temp);
    } catch {
      // It was never created, or the next open of the history removes it. Such
      // names are never recorded.
    }
  }

  /** Removes a folder if it is empty and may be removed; returns whether it is gone. */
  removeIfEmpty(folder: WorkspaceFolder): boolean {
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

  private move(temp: WorkspacePath, path: WorkspacePath): void {
    const target = this.root + "/" + path;
    const readOnly = this.platform === "win32" ? this.readOnlyAt(target) : null;
    if (readOnly) this.changeMode(target, readOnly.mode | OWNER_WRITES);
    try {
      this.disk.rename(this.root + "/" + temp, target);
    } catch (error) {
      if (readOnly) this.makeReadOnlyAgain(target, readOnly.mode);
      throw error;
    }
  }

  /** Windows does not replace a read-only file, whoever owns it. */
  private readOnlyAt(absolute: string): DiskStat | null {
    const stat = this.disk.lstat(absolute);
    const isReadOnly =
      stat?.kind === "file" && (stat.mode & OWNER_WRITES) === 0;
    return isReadOnly ? stat : null;
  }

  private makeReadOnlyAgain(absolute: string, mode: number): void {
    try {
      this.changeMode(absolute, mode);
    } catch {
      // The original error matters more; the file's content is unchanged.
    }
  }

  private changeMode(absolute: string, mode: number): void {
    const fd = this.disk.open(absolute, "r");
    try {
      this.disk.chmod(fd, mode);
    } finally {
      this.disk.close(fd);
    }
  }

  private fill(
    temp: WorkspacePath,
    path: WorkspacePath,
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
    // Not synced: until the restore ends, its journal record makes it run again.
    const fd = this.disk.open(absolute, "wx+", bits | 0o600);
    try {
      this.disk.write(fd, bytes);
      let stat = this.disk.stat(fd);
      // It had to be writable, and the umask applies to new files.
      if ((stat.mode & 0o777) !== bits) stat = this.setMode(fd, bits);
      this.assertHolds(fd, path, stat, bytes);
      return stat;
    } finally {
      this.disk.close(fd);
    }
  }

  /** A disk that keeps no modes rejects them, or accepts them and shows others. */
  private setMode(fd: number, bits: number): DiskStat {
    try {
      this.disk.chmod(fd, bits);
    } catch (error) {
      if (!isErrno(error, "EPERM", "ENOTSUP", "ENOSYS")) throw error;
    }
    const stat = this.disk.stat(fd);
    if ((stat.mode & 0o777) !== bits) this.modes.wereLost();
    return stat;
  }

  /** Creates the missing parent folders of a path, but never through a symlink. */
  private makeFolders(path: WorkspacePath): void {
    for (const folder of ancestorsOf(path)) {
      const absolute = this.root + "/" + folder;
      const stat = this.disk.lstat(absolute);
      if (!stat) this.disk.makeFolder(absolute);
      else if (stat.kind !== "folder") return;
    }
  }

  private assertOpen(path: WorkspacePath): void {
    const blocked = blockedBy(this.disk, this.root, path);
    if (blocked)
      throw problem("way-blocked", { path, blockedBy: blocked.folder });
  }

  private assertAllowed(path: WorkspacePath): void {
    if (
      isProtectedPath(path) ||
      !this.disk.canBeNamed(path) ||
      this.ownData.folderOf(path) !== null
    )
      throw problem("path-never-written", { path });
  }

  private assertHolds(
    fd: number,
    path: WorkspacePath,
    stat: DiskStat,
    bytes: Uint8Array,
  ): void {
    const isSame =
      stat.sizeBytes === bytes.byteLength &&
      this.readBack(fd, bytes.byteLength).equals(bytes);
    if (!isSame) throw unlike(path);
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

function unlike(path: WorkspacePath): CheckpointError {
  return problem("written-differently", { path });
}
