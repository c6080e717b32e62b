import type { Disk, DiskStat } from "../../base/disk";
import { parentOf } from "../model/workspacePath";

/**
 * What stands in the way to a path: the first folder above it that is not a
 * real folder. Nothing is ever read or written through a link.
 */
export function blockedBy(
  disk: Disk,
  root: string,
  path: string,
): { folder: string; stat: DiskStat | null } | null {
  const parent = parentOf(path);
  if (parent === "" || isRealFolder(disk, root + "/" + parent)) return null;
  for (
    let end = path.indexOf("/");
    end >= 0;
    end = path.indexOf("/", end + 1)
  ) {
    const folder = path.slice(0, end);
    const stat = disk.lstat(root + "/" + folder);
    if (stat?.kind !== "folder") return { folder, stat };
  }
  return null;
}

/** True when no part of the way is a link: two calls, however deep it lies. */
function isRealFolder(disk: Disk, absolute: string): boolean {
  try {
    return (
      disk.realPath(absolute) === absolute &&
      disk.lstat(absolute)?.kind === "folder"
    );
  } catch {
    return false; // nothing there, or not to be told: looked at step by step
  }
}

/** What is at a path, never looking through a link; null when nothing is. */
export function lstatInside(
  disk: Disk,
  root: string,
  path: string,
): DiskStat | null {
  return blockedBy(disk, root, path) ? null : disk.lstat(root + "/" + path);
}
