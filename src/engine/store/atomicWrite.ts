import path from "node:path";
import type { Disk } from "../../base/disk";
import { diskError } from "../model/diskError";

/**
 * Replaces a file of the store atomically: after a power cut it is either the old
 * file or the new one. Used under the store's lock, so the temporary name is ours.
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
      // Synced before the rename, so that the final name never refers to missing
      // data.
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

/** For files that nobody reads: what remains is removed by the next writer. */
export function removeQuietly(disk: Disk, file: string): void {
  try {
    disk.unlink(file);
  } catch {
    // It was never created, or will be removed later.
  }
}

/** Creates a folder and its parents, and syncs them so that they survive a power cut. */
export function makeFolderDurably(disk: Disk, folder: string): void {
  if (disk.lstat(folder)) return;
  const above = path.dirname(folder);
  makeFolderDurably(disk, above);
  disk.makeFolder(folder, 0o700);
  disk.syncFolder(above);
}
