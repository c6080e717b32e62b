import nodePath from "node:path";
import type { Disk, DiskStat } from "../../base/disk";
import { baseOf, parentOf } from "../model/workspacePath";

/**
 * What stands in the way to a path: the first folder above it that is not a
 * real folder. Nothing is ever read or written through a link.
 */
export function blockedBy(
  disk: Disk,
  root: string,
  path: string,
): { folder: string; stat: DiskStat | null } | null {
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

/** True when the way to what is there is just this one, spelled like this. */
function isReal(disk: Disk, root: string, path: string): boolean {
  const absolute = root + "/" + path;
  try {
    // A real path of Linux has the letters that it was asked with.
    return process.platform === "linux"
      ? !isFoundOtherwise(disk, root, path)
      : disk.realPath(absolute) === nodePath.normalize(absolute);
  } catch {
    return false; // nothing there, or not to be told: looked at step by step
  }
}

/** True when the disk finds the same by other letters, or that cannot be tried. */
export function isFoundOtherwise(
  disk: Disk,
  root: string,
  path: string,
): boolean {
  const at = path.search(/[a-z][^a-z]*$/i);
  if (at < 0) return !/^[\x20-\x7e]*$/.test(path);
  const lower = path[at]!.toLowerCase();
  const other = path[at] === lower ? lower.toUpperCase() : lower;
  const otherwise = path.slice(0, at) + other + path.slice(at + 1);
  const found = disk.lstat(root + "/" + otherwise);
  if (!found) return false;
  const own = disk.lstat(root + "/" + path);
  return own?.ino === found.ino && own.dev === found.dev;
}

/** What is at a path, never looking through a link; null when nothing is. */
export function lstatInside(
  disk: Disk,
  root: string,
  path: string,
): DiskStat | null {
  return blockedBy(disk, root, path) ? null : disk.lstat(root + "/" + path);
}

/**
 * How the disk spells a path at which it finds something: one that takes A for
 * a finds a file by names that it does not have.
 */
export function spellingOf(disk: Disk, root: string, path: string): string {
  if (path === "" || isReal(disk, root, path)) return path;
  const folder = spellingOf(disk, root, parentOf(path));
  const prefix = folder === "" ? "" : folder + "/";
  const name = baseOf(path);
  let names: string[];
  try {
    const at = folder === "" ? root : root + "/" + folder;
    names = disk.readFolder(at).map((entry) => entry.name);
  } catch {
    return prefix + name; // a folder that cannot be listed tells no names
  }
  if (names.includes(name)) return prefix + name;
  const alike = names.find((other) => folded(other) === folded(name));
  return prefix + (alike ?? name);
}

/** The same for all names that a disk which ignores case may take for one. */
export function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
