import nodePath from "node:path";
import type { Disk, DiskStat } from "../../base/disk";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, baseOf, childOf, parentOf } from "../model/workspacePath";

/**
 * Returns what blocks a path: the first parent that is not a real folder. Nothing
 * is ever read or written through a symlink.
 */
export function blockedBy(
  disk: Disk,
  root: string,
  path: WorkspacePath,
): { folder: WorkspacePath; stat: DiskStat | null } | null {
  for (const folder of ancestorsOf(path)) {
    const stat = disk.lstat(root + "/" + folder);
    if (stat?.kind !== "folder") return { folder, stat };
  }
  return null;
}

/** True if the real path of what is there is exactly this path, in this spelling. */
function isReal(disk: Disk, root: string, path: string): boolean {
  const absolute = root + "/" + path;
  try {
    // On Linux, a real path has the spelling that was requested.
    return process.platform === "linux"
      ? !isFoundInOtherCase(disk, root, path)
      : disk.realPath(absolute) === nodePath.normalize(absolute);
  } catch {
    return false; // missing or unknown: the caller checks each folder
  }
}

/**
 * True if the disk finds the same file under a different case, or if that cannot be
 * tested. Equal inodes prove it, but different ones do not disprove it, because
 * FUSE numbers each spelling separately. Two different files would both be listed
 * in their folder.
 */
export function isFoundInOtherCase(
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
  if (!own || own.dev !== found.dev) return false;
  if (own.ino === found.ino) return true;
  const end = (path + "/").indexOf("/", at);
  const names = namesIn(disk, root, parentOf(path.slice(0, end)));
  const isListed = (name: string) => names.includes(baseOf(name.slice(0, end)));
  return !(isListed(path) && isListed(otherwise));
}

/** The names in a folder; none if it cannot be listed. */
function namesIn(disk: Disk, root: string, folder: string): string[] {
  try {
    const at = folder === "" ? root : root + "/" + folder;
    return disk.readFolder(at).map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** The stat of a path, never following a symlink; null if nothing is there. */
export function lstatInside(
  disk: Disk,
  root: string,
  path: WorkspacePath,
): DiskStat | null {
  let stat: DiskStat | null;
  try {
    stat = disk.lstat(root + "/" + path);
  } catch (error) {
    // A folder that cannot be entered is nothing to us if it is behind a link.
    if (blockedBy(disk, root, path)) return null;
    throw error;
  }
  // Where nothing is found, it does not matter what leads there.
  return stat === null || blockedBy(disk, root, path) ? null : stat;
}

/**
 * The disk's spelling of an existing path: a case-insensitive disk also finds a
 * file under other spellings of its name.
 */
export function spellingOf<P extends WorkspaceFolder>(
  disk: Disk,
  root: string,
  path: P,
): P | WorkspacePath {
  if (path === "" || isReal(disk, root, path)) return path;
  const folder = spellingOf(disk, root, parentOf<WorkspaceFolder>(path));
  const name = baseOf(path);
  const names = namesIn(disk, root, folder);
  if (names.includes(name)) return childOf(folder, name);
  const alike = names.find((other) => folded(other) === folded(name));
  return childOf(folder, alike ?? name);
}

/** True if a folder has a name that the disk may consider equal to this one. */
export function isListed(
  disk: Disk,
  root: string,
  path: WorkspacePath,
): boolean {
  const name = folded(baseOf(path));
  const names = namesIn(disk, root, parentOf(path));
  return names.some((other) => folded(other) === name);
}

/** Folds all names that a case-insensitive disk may consider equal to the same string. */
export function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
