import { constants } from "node:fs";
import path from "node:path";
import type { Disk } from "../../base/disk";
import type { GitState } from "../model/checkpoint";

/**
 * Where the user's git repository stands, read from its files. Git is never
 * run and nothing is ever written; what cannot be read counts as absent, so a
 * broken or hostile repository costs the git state and nothing else.
 */

/** Reads a file of at most so many bytes; null when it cannot, or it is none. */
export type ReadSmallFile = (
  path: string,
  maxBytes: number,
) => Uint8Array | null;

export type HeadState = Pick<GitState, "commit" | "branch">;

const MAX_SMALL = 64 * 1024;
const MAX_PACKED_REFS = 64 * 1024 * 1024;
const MAX_SYMBOLIC = 5;

/** Returns the commit and branch of the repository at or above a folder; null without one. */
export function readGitState(
  read: ReadSmallFile,
  root: string,
): HeadState | null {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    const state = readAt(read, folder);
    if (state || folder === path.dirname(folder)) return state;
  }
}

/** Returns a reader over a Disk. */
export function smallFileReader(
  disk: Pick<Disk, "lstat" | "open" | "close" | "stat" | "read">,
): ReadSmallFile {
  return (file, maxBytes) => {
    let fd: number | undefined;
    try {
      // Mostly there is none, and an error costs more than asking.
      if (!disk.lstat(file)) return null;
      // Without O_NONBLOCK a named pipe in the place of HEAD would wait forever.
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
      // Absent, a folder, not readable: in every case there is nothing to tell.
      return null;
    } finally {
      if (fd !== undefined) disk.close(fd);
    }
  };
}

/** What all worktrees of a repository share, for one whose `.git` is a file. */
export function sharedGitDir(
  read: ReadSmallFile,
  folder: string,
): string | null {
  const gitDir = gitDirElsewhere(read, folder);
  return gitDir === null ? null : commonDirOf(read, gitDir);
}

function readAt(read: ReadSmallFile, folder: string): HeadState | null {
  const own = readHead(read, path.join(folder, ".git"));
  if (own) return own;
  const elsewhere = gitDirElsewhere(read, folder);
  return elsewhere === null ? null : readHead(read, elsewhere);
}

/** A linked worktree or a submodule has a file that says where its folder is. */
function gitDirElsewhere(read: ReadSmallFile, folder: string): string | null {
  const text = readText(read, path.join(folder, ".git"));
  const said = /^gitdir: ([^\0\r\n]+)/.exec(text);
  return said && path.resolve(folder, said[1]!);
}

function commonDirOf(read: ReadSmallFile, gitDir: string): string {
  const shared = readText(read, path.join(gitDir, "commondir")).trim();
  return path.resolve(gitDir, shared);
}

/** Null when the folder does not hold a repository's HEAD. */
function readHead(read: ReadSmallFile, gitDir: string): HeadState | null {
  const head = parseRef(readText(read, path.join(gitDir, "HEAD")));
  if (head === null) return null;
  if ("commit" in head) return { commit: head.commit, branch: null };
  // With reftable HEAD is a stub; the tables themselves are not read.
  if (head.name === "refs/heads/.invalid")
    return { commit: null, branch: null };
  return {
    commit: readCommit(read, gitDir, head.name),
    branch: head.name.replace(/^refs\/heads\//, ""),
  };
}

/** Null before the first commit of a branch. */
function readCommit(
  read: ReadSmallFile,
  gitDir: string,
  name: string,
): string | null {
  const commonDir = commonDirOf(read, gitDir);
  for (let hops = 0; hops < MAX_SYMBOLIC; hops++) {
    const ref =
      parseRef(readText(read, path.join(gitDir, name))) ??
      parseRef(readText(read, path.join(commonDir, name)));
    if (ref === null) return readPacked(read, commonDir, name);
    if ("commit" in ref) return ref.commit;
    name = ref.name;
  }
  return null;
}

function readPacked(
  read: ReadSmallFile,
  commonDir: string,
  name: string,
): string | null {
  const bytes = read(path.join(commonDir, "packed-refs"), MAX_PACKED_REFS);
  if (!bytes) return null;
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = packed.indexOf(` ${name}\n`);
  if (at < 0) return null;
  const start = packed.lastIndexOf("\n", at) + 1;
  const ref = parseRef(packed.toString("latin1", start, at));
  return ref && "commit" in ref ? ref.commit : null;
}

type Ref = { commit: string } | { name: string };

/** Reads what HEAD or a loose ref says; null when it is neither form. */
function parseRef(text: string): Ref | null {
  const commit = /^([0-9a-f]{40}|[0-9a-f]{64})\s*$/.exec(text);
  if (commit) return { commit: commit[1]! };
  const name = /^ref:\s*([^\n]*?)\s*$/.exec(text)?.[1];
  return name !== undefined && isRefName(name) ? { name } : null;
}

/** Names that git allows; none of them leads out of the repository's folder. */
function isRefName(name: string): boolean {
  return (
    name.length < 1024 &&
    name.startsWith("refs/") &&
    !/[\x00-\x20\x7f~^:?*[\\]|\.\.|\/\/|\/$/.test(name)
  );
}

function readText(read: ReadSmallFile, file: string): string {
  const bytes = read(file, MAX_SMALL);
  return bytes ? Buffer.from(bytes).toString("utf8") : "";
}
