import fs from "node:fs/promises";
import path from "node:path";
import type { GitHead, ReflogLine } from "./outsideLabel";

/** `<old> <new> <who> <when>`, a tab, what happened. */
const REFLOG = /^([0-9a-f]+) ([0-9a-f]+) [^\t]*\t(.+)$/;

/** A repository's folders; in a worktree its own one is not the common one. */
export interface GitPlace {
  gitDir: string;
  commonDir: string;
}

/**
 * Reads where HEAD is and what the reflog says, without running git and
 * without keeping the main thread: asynchronous, a few small reads. A
 * repository in an odd state reads as one without news, never as an error.
 */
export class GitReader {
  private logBytes: number | null = null;

  constructor(readonly place: GitPlace) {}

  /** Returns HEAD now, with the reflog's messages since the last call. */
  async read(): Promise<GitHead> {
    const [{ branch, commit }, news] = await Promise.all([
      this.readHead(),
      this.readNews(),
    ]);
    return { branch, commit, news };
  }

  /** True while git is writing: its lock on the index exists. */
  async isBusy(): Promise<boolean> {
    return (
      (await statFile(path.join(this.place.gitDir, "index.lock"))) !== null
    );
  }

  private async readHead(): Promise<Pick<GitHead, "branch" | "commit">> {
    const { gitDir, commonDir } = this.place;
    const head = await readSmall(path.join(gitDir, "HEAD"));
    const ref = /^ref: (refs\/\S+)$/.exec(head?.trim() ?? "")?.[1];
    if (ref === undefined)
      return { branch: null, commit: head?.trim() || null };
    const branch = ref.replace(/^refs\/heads\//, "");
    const loose = await readSmall(path.join(commonDir, ...ref.split("/")));
    if (loose !== null) return { branch, commit: loose.trim() || null };
    const packed = await readSmall(path.join(commonDir, "packed-refs"));
    const line = packed?.split("\n").find((each) => each.endsWith(` ${ref}`));
    return { branch, commit: line?.split(" ")[0] ?? null };
  }

  private async readNews(): Promise<ReflogLine[]> {
    const file = path.join(this.place.gitDir, "logs", "HEAD");
    const sizeBytes = (await statFile(file))?.size ?? 0;
    const from = this.logBytes;
    this.logBytes = sizeBytes;
    // The first look only learns where the log ends; a shorter log was
    // rewritten, and then it is the place of HEAD that tells.
    if (from === null || sizeBytes <= from) return [];
    const text = await readRange(
      file,
      Math.max(from, sizeBytes - 16384),
      sizeBytes,
    );
    return text.split("\n").flatMap((line) => {
      const [, from, to, message] = REFLOG.exec(line) ?? [];
      return message ? [{ isMove: from !== to, message }] : [];
    });
  }
}

/** Finds the repository a folder is in; null when it is in none. */
export async function findGit(root: string): Promise<GitPlace | null> {
  for (let at = root; ; at = path.dirname(at)) {
    const found = await gitDirAt(path.join(at, ".git"));
    if (found) return { gitDir: found, commonDir: await commonDirOf(found) };
    if (path.dirname(at) === at) return null;
  }
}

async function gitDirAt(dotGit: string): Promise<string | null> {
  try {
    const stat = await fs.stat(dotGit);
    if (stat.isDirectory())
      return (await statFile(path.join(dotGit, "HEAD"))) ? dotGit : null;
  } catch {
    return null; // No repository here.
  }
  // A worktree or a submodule: a file that names the real folder.
  const named = /^gitdir: (.+)$/m.exec((await readSmall(dotGit)) ?? "")?.[1];
  if (named === undefined) return null;
  const gitDir = path.resolve(path.dirname(dotGit), named.trim());
  return (await statFile(path.join(gitDir, "HEAD"))) ? gitDir : null;
}

async function commonDirOf(gitDir: string): Promise<string> {
  const named = await readSmall(path.join(gitDir, "commondir"));
  return named === null ? gitDir : path.resolve(gitDir, named.trim());
}

/** Only regular files: opening a pipe that a stranger put there would hang. */
async function statFile(file: string): Promise<{ size: number } | null> {
  try {
    const stat = await fs.stat(file);
    return stat.isFile() ? stat : null;
  } catch {
    return null; // Missing or unreadable: there is nothing to tell.
  }
}

const SMALL_BYTES = 4 * 1024 * 1024;

async function readSmall(file: string): Promise<string | null> {
  const stat = await statFile(file);
  if (stat === null || stat.size > SMALL_BYTES) return null;
  try {
    return await fs.readFile(file, "utf8");
  } catch {
    return null; // Gone meanwhile: git replaces its files all the time.
  }
}

async function readRange(file: string, from: number, to: number) {
  try {
    const handle = await fs.open(file, "r");
    try {
      const bytes = Buffer.alloc(to - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return ""; // Gone meanwhile.
  }
}
