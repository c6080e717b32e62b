import type { Disk, DiskStat } from "../../src/base/disk";
import { quickDisk } from "./quickDisk";

/**
 * The real disk with the times of another clock: later by this much (or earlier, if
 * negative), and in steps of `grainMs`. With times an hour ago, files are settled;
 * a server's clock may be minutes off and have a resolution of seconds.
 */
export function shiftedDisk(
  shiftMs: number,
  grainMs = 0,
  below: Disk = quickDisk,
): Disk {
  const at = (ms: number) => {
    const shifted = ms + shiftMs;
    return grainMs === 0 ? shifted : Math.floor(shifted / grainMs) * grainMs;
  };
  const shift = <T extends DiskStat | null>(stat: T): T =>
    stat && { ...stat, mtimeMs: at(stat.mtimeMs), ctimeMs: at(stat.ctimeMs) };
  return {
    ...below,
    lstat: (path) => shift(below.lstat(path)),
    stat: (fd) => shift(below.stat(fd)),
  };
}

/**
 * The real disk, with a clock known to be ours, on which everything was written an
 * hour ago.
 */
export const settledDisk: Disk = {
  ...shiftedDisk(-3_600_000),
  hasOurClock: () => true,
};
