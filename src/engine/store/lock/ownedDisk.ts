import path from "node:path";
import type { Disk } from "../../../base/disk";
import { keepOwner } from "../../../base/ownership";

/** Wraps a disk so that files which root creates in a store belong to the store's owner. */
export function ownedDisk(disk: Disk, storeDir: string): Disk {
  if (process.getuid?.() !== 0) return disk;
  const above = storeDir + path.sep;
  const owned = Object.create(disk) as Disk;
  owned.open = (file, flags, mode) => {
    const fd = disk.open(file, flags, mode);
    if (flags !== "r" && file.startsWith(above)) keepOwner(file);
    return fd;
  };
  owned.makeFolder = (folder, mode) => {
    disk.makeFolder(folder, mode);
    // Folders above the store are created on the way to it.
    if (folder.startsWith(above) || above.startsWith(folder + path.sep))
      keepOwner(folder);
  };
  return owned;
}
