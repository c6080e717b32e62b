import fs from "node:fs";
import path from "node:path";
import type { Disk, DiskStat } from "../../src/base/disk";
import type { CrashState } from "./crashStates";
import { quickDisk } from "./quickDisk";
import type { Times } from "./recordingDisk";

/**
 * Writes a state to its folder, and returns a disk on which files have the times
 * and inodes from when the power was cut, until they change.
 */
export function layOutState(base: string, state: CrashState): Disk {
  for (const name of fs.readdirSync(base))
    fs.rmSync(path.join(base, name), { recursive: true, force: true });
  const times = new Map<number, { now: Times; then: Times }>();
  for (const [name, node] of state.nodes) {
    const absolute = path.join(base, name);
    if (node.kind === "folder") fs.mkdirSync(absolute);
    else if (node.kind === "symlink")
      fs.symlinkSync(node.bytes, Buffer.from(absolute));
    else fs.writeFileSync(absolute, node.bytes);
    if (node.kind !== "symlink") fs.chmodSync(absolute, node.mode);
    // The lock is older than this boot.
    const isLock = /^lock\b/.test(path.basename(name));
    if (node.kind === "folder" || isLock || !node.times) continue;
    const { mtimeMs, ctimeMs, ino } = fs.lstatSync(absolute);
    times.set(ino, { now: { mtimeMs, ctimeMs, ino }, then: node.times });
  }
  const asThen = (stat: DiskStat): DiskStat => {
    const known = times.get(stat.ino);
    const isSame =
      known?.now.mtimeMs === stat.mtimeMs && known.now.ctimeMs === stat.ctimeMs;
    return isSame ? { ...stat, ...known.then } : stat;
  };
  return {
    ...quickDisk,
    lstat: (file) => {
      const stat = quickDisk.lstat(file);
      return stat && asThen(stat);
    },
    stat: (fd) => asThen(quickDisk.stat(fd)),
  };
}
