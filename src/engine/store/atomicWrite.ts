import path from "node:path";
import type { Disk } from "../../base/disk";
import { diskError } from "../model/diskError";

/**
 * Replaces a file of the store as a whole: after a power cut it is the old one
 * or the new one. Used under the store's lock, so the temporary name is ours.
 */
export function atomicWrite(
  disk: Disk,
  file: string,
  ...parts: Uint8Array[]
): void {
  const temp = file + ".tmp";
  try {
    const fd = disk.open(temp, "w", 0o600);
    try {
      for (const bytes of parts) disk.write(fd, bytes);
      // Synced before the rename: the name must not point at a hole.
      disk.sync(fd);
    } finally {
      disk.close(fd);
    }
    disk.rename(temp, file);
    disk.syncFolder(path.dirname(file));
  } catch (error) {
    removeQuietly(disk, temp);
    throw diskError(error, "write", file);
  }
}

/** For files that nobody reads: what stays is swept by the next writer. */
export function removeQuietly(disk: Disk, file: string): void {
  try {
    disk.unlink(file);
  } catch {
    // Not made, or swept later.
  }
}

/** Makes a folder, and those above it, so that a power cut leaves their names. */
export function makeFolderDurably(disk: Disk, folder: string): void {
  if (disk.lstat(folder)) return;
  const above = path.dirname(folder);
  makeFolderDurably(disk, above);
  disk.makeFolder(folder, 0o700);
  disk.syncFolder(above);
}
