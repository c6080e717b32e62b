import { constants } from "node:fs";
import path from "node:path";
import type { Disk, DiskStat } from "../../base/disk";
import {
  commonDirOf,
  findGit,
  gitDirElsewhere,
  hashBytesOf as hashBytes,
  readHead,
  readNow,
  type GitHeadState,
} from "../../base/gitFiles";

/** Reads a file of at most this many bytes; null if that is not possible. */
export type ReadSmallFile = (
  path: string,
  maxBytes: number,
) => Uint8Array | null;

/**
 * Returns the commit and branch of the repository at or above a folder; null if
 * there is none.
 */
export function readGitState(
  disk: Parameters<typeof smallFileReader>[0],
  root: string,
): GitHeadState | null {
  const nearest = nearestGit((file) => lstatOrNull(disk, file), root);
  if (!nearest) return null;
  const read = smallFileReader(disk);
  const place = readNow(findGit(nearest.folder), read);
  return place && readNow(readHead(place), read);
}

/**
 * The nearest folder, from this one upwards, that has a `.git`, which need not be a
 * repository. Most folders have none, so only this is asked of each.
 */
export function nearestGit(
  look: (file: string) => DiskStat | null,
  from: string,
): { folder: string; git: string; stat: DiskStat; depth: number } | null {
  let folder = path.resolve(from);
  for (let depth = 0; ; depth++) {
    const git = path.join(folder, ".git");
    const stat = look(git);
    if (stat) return { folder, git, stat, depth };
    const parent = path.dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

function lstatOrNull(disk: Pick<Disk, "lstat">, file: string): DiskStat | null {
  try {
    return disk.lstat(file);
  } catch {
    return null; // in a folder that cannot be entered
  }
}

/** Returns a reader that uses a Disk. */
export function smallFileReader(
  disk: Pick<Disk, "lstat" | "open" | "close" | "stat" | "read">,
): ReadSmallFile {
  return (file, maxBytes) => {
    let fd: number | undefined;
    try {
      // Usually there is no such file, and an exception costs more than a stat.
      if (!disk.lstat(file)) return null;
      // Without O_NONBLOCK, opening a named pipe in place of HEAD would block
      // forever.
      fd = disk.open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      const stat = disk.stat(fd);
      if (stat.kind !== "file" || stat.sizeBytes > maxBytes) return null;
      const bytes = Buffer.alloc(stat.sizeBytes);
      let done = 0;
      while (done < bytes.length) {
        const count = disk.read(fd, bytes.subarray(done), done);
        if (count === 0) break;
        done += count;
      }
      return bytes.subarray(0, done);
    } catch {
      // Missing, a folder or not readable: no state in any case.
      return null;
    } finally {
      if (fd !== undefined) disk.close(fd);
    }
  };
}

/** The git directory of the repository at exactly this folder; null if there is none. */
export function gitDirAt(
  disk: Parameters<typeof smallFileReader>[0],
  folder: string,
): string | null {
  const inside = path.join(folder, ".git");
  const kind = disk.lstat(inside)?.kind;
  if (kind === undefined || kind === "other") return null;
  const gitDir =
    kind === "file"
      ? readNow(gitDirElsewhere(folder), smallFileReader(disk))
      : inside;
  return gitDir !== null && disk.lstat(path.join(gitDir, "HEAD"))
    ? gitDir
    : null;
}

/** Returns the length of the hashes in a repository's files. */
export function hashBytesOf(read: ReadSmallFile, gitDir: string): 20 | 32 {
  return readNow(hashBytes(gitDir), read);
}

/** Returns the directory shared by all worktrees of a repository, if `.git` is a file. */
export function sharedGitDir(
  read: ReadSmallFile,
  folder: string,
): string | null {
  const gitDir = readNow(gitDirElsewhere(folder), read);
  return gitDir === null ? null : readNow(commonDirOf(gitDir), read);
}
