import path from "node:path";

/**
 * Where a git repository is and what its HEAD names, read from its files. Git is
 * never run and nothing is written; what cannot be read counts as absent, so a
 * broken or hostile repository costs its state and nothing else.
 *
 * Each function yields the files it needs and is resumed with their bytes: the
 * engine reads them at once (`readNow`), the editor without blocking (`readLater`).
 */
export type Reading<T> = Generator<FileWanted, T, Uint8Array | null>;

/** A file of at most this many bytes. Its value is null if it cannot be read. */
export interface FileWanted {
  file: string;
  maxBytes: number;
}

/** A repository's folders; in a linked worktree its own is not the common one. */
export interface GitPlace {
  gitDir: string;
  commonDir: string;
}

export interface GitHeadState {
  /** The commit HEAD names; null before the first commit of a branch. */
  commit: string | null;
  /** The branch; null when HEAD is detached. */
  branch: string | null;
}

const MAX_SMALL = 64 * 1024;
const MAX_PACKED_REFS = 64 * 1024 * 1024;
const MAX_SYMBOLIC = 5;

export function readNow<T>(
  reading: Reading<T>,
  read: (file: string, maxBytes: number) => Uint8Array | null,
): T {
  let step = reading.next();
  while (!step.done)
    step = reading.next(read(step.value.file, step.value.maxBytes));
  return step.value;
}

export async function readLater<T>(
  reading: Reading<T>,
  read: (file: string, maxBytes: number) => Promise<Uint8Array | null>,
): Promise<T> {
  let step = reading.next();
  while (!step.done)
    step = reading.next(await read(step.value.file, step.value.maxBytes));
  return step.value;
}

/** Finds the repository at or above a folder; null if there is none. */
export function* findGit(root: string): Reading<GitPlace | null> {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    const gitDir = yield* gitDirAt(folder);
    if (gitDir !== null)
      return { gitDir, commonDir: yield* commonDirOf(gitDir) };
    if (folder === path.dirname(folder)) return null;
  }
}

function* gitDirAt(folder: string): Reading<string | null> {
  const inside = path.join(folder, ".git");
  if ((yield* readHeadRef(inside)) !== null) return inside;
  const elsewhere = yield* gitDirElsewhere(folder);
  if (elsewhere === null) return null;
  return (yield* readHeadRef(elsewhere)) === null ? null : elsewhere;
}

/** A linked worktree or a submodule has a file that says where its folder is. */
export function* gitDirElsewhere(folder: string): Reading<string | null> {
  const text = yield* readText(path.join(folder, ".git"));
  const said = /^gitdir: ([^\0\r\n]+)/.exec(text);
  return said && path.resolve(folder, said[1]!);
}

/** Returns the folder that all worktrees of a repository share. */
export function* commonDirOf(gitDir: string): Reading<string> {
  const shared = (yield* readText(path.join(gitDir, "commondir"))).trim();
  return path.resolve(gitDir, shared);
}

/** Reads what HEAD names. */
export function* readHead({
  gitDir,
  commonDir,
}: GitPlace): Reading<GitHeadState> {
  const head = yield* readHeadRef(gitDir);
  if (head === null) return { commit: null, branch: null };
  if ("commit" in head) return { commit: head.commit, branch: null };
  // With reftable HEAD is a stub; the tables themselves are not read.
  if (head.name === "refs/heads/.invalid")
    return { commit: null, branch: null };
  return {
    commit: yield* readCommit(gitDir, commonDir, head.name),
    branch: head.name.replace(/^refs\/heads\//, ""),
  };
}

/** Reads how long the hashes in a repository's files are. */
export function* hashBytesOf(gitDir: string): Reading<20 | 32> {
  const commonDir = yield* commonDirOf(gitDir);
  const config = yield* readText(path.join(commonDir, "config"));
  return /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256\b/im.test(config) ? 32 : 20;
}

function* readHeadRef(gitDir: string): Reading<Ref | null> {
  return parseRef(yield* readText(path.join(gitDir, "HEAD")));
}

function* readCommit(
  gitDir: string,
  commonDir: string,
  name: string,
): Reading<string | null> {
  for (let hops = 0; hops < MAX_SYMBOLIC; hops++) {
    const ref =
      parseRef(yield* readText(path.join(gitDir, name))) ??
      parseRef(yield* readText(path.join(commonDir, name)));
    if (ref === null) return yield* readPacked(commonDir, name);
    if ("commit" in ref) return ref.commit;
    name = ref.name;
  }
  return null;
}

function* readPacked(commonDir: string, name: string): Reading<string | null> {
  const file = path.join(commonDir, "packed-refs");
  const bytes = yield { file, maxBytes: MAX_PACKED_REFS };
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

function* readText(file: string): Reading<string> {
  const bytes = yield { file, maxBytes: MAX_SMALL };
  return bytes ? Buffer.from(bytes).toString("utf8") : "";
}
