import type { Disk } from "../../../base/disk";

/**
 * Wraps a disk so that its longer operations also refresh the lock's heartbeat. The
 * engine is synchronous, so a timer could not do that.
 */
export function beatingDisk(disk: Disk, beat: () => void): Disk {
  // Methods not overridden here are inherited.
  const beating = Object.create(disk) as Disk;
  beating.lstat = (path) => {
    beat();
    return disk.lstat(path);
  };
  beating.open = (path, flags, mode) => {
    beat();
    return disk.open(path, flags, mode);
  };
  beating.read = (fd, into, position) => {
    beat();
    return disk.read(fd, into, position);
  };
  beating.write = (fd, bytes) => {
    beat();
    disk.write(fd, bytes);
  };
  beating.sync = (fd) => {
    beat();
    disk.sync(fd);
    beat();
  };
  return beating;
}
