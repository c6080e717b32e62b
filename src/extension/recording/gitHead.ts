import type { Stats } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import {
  findGit as findGitFiles,
  readHead,
  readLater,
  type GitPlace,
} from "../../base/gitFiles";
import type { GitHead, ReflogLine, UncommittedMerge } from "./outsideLabel";

/** `<old> <new> <who> <when>`, a tab, then the message. */
const REFLOG = /^([0-9a-f]+) ([0-9a-f]+) [^\t]*\t(.+)$/;

/** Files that say which command was not concluded, the most telling first. */
const UNCOMMITTED: readonly [name: string, merge: UncommittedMerge][] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["SQUASH_MSG", "merge"],
  ["REVERT_HEAD", "revert"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  // `git cherry-pick --no-commit` leaves only its message.
  ["MERGE_MSG", "cherry-pick"],
];

/**
 * Reads HEAD and the reflog without running git and without blocking the main thread: a few small
 * asynchronous reads. A repository in an odd state is treated as unchanged, never as an error.
 */
export class GitReader {
  private logBytes: number | null = null;
  private stashBytes: number | null = null;
  private mergeMark: string | null = null;

  constructor(readonly place: GitPlace) {}

  /** Returns the current HEAD, with the reflog's messages since the last call. */
  async read(): Promise<GitHead> {
    const [{ branch, commit }, news, stashes, isMerged] = await Promise.all([
      readLater(readHead(this.place), readFile),
      this.readNews(),
      this.newStashes(),
      this.hasNewMerge(),
    ]);
    const merged = isMerged ? await this.mergeOf(stashes) : null;
    return { branch, commit, news, isStashed: stashes > 0, merged };
  }

  /** True while git is writing, that is, while its index lock exists. */
  async isBusy(): Promise<boolean> {
    return (
      (await statFile(path.join(this.place.gitDir, "index.lock"))) !== null
    );
  }

  /**
   * The log of stashes grows with each one and shrinks when one is dropped: returns more or less
   * than 0 accordingly.
   */
  private async newStashes(): Promise<number> {
    const file = path.join(this.place.commonDir, "logs", "refs", "stash");
    const sizeBytes = (await statFile(file))?.size ?? 0;
    const before = this.stashBytes ?? sizeBytes;
    this.stashBytes = sizeBytes;
    return sizeBytes - before;
  }

  /** Each merge into the files writes AUTO_MERGE, even one that leaves no line in a log. */
  private async hasNewMerge(): Promise<boolean> {
    const stat = await statFile(path.join(this.place.gitDir, "AUTO_MERGE"));
    const mark = stat ? `${stat.ino} ${stat.mtimeMs}` : "";
    const before = this.mergeMark ?? mark;
    this.mergeMark = mark;
    return mark !== "" && mark !== before;
  }

  /** A stash leaves no file behind; the other commands do until they are concluded. */
  private async mergeOf(stashes: number): Promise<UncommittedMerge> {
    for (const [name, merge] of UNCOMMITTED)
      if (await exists(path.join(this.place.gitDir, name))) return merge;
    return stashes < 0 ? "stash pop" : "stash apply";
  }

  private async readNews(): Promise<ReflogLine[]> {
    const file = path.join(this.place.gitDir, "logs", "HEAD");
    const sizeBytes = (await statFile(file))?.size ?? 0;
    const from = this.logBytes;
    this.logBytes = sizeBytes;
    // The first reading only finds the end of the log. A shorter log was rewritten, so only HEAD
    // itself can be compared.
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

/** Finds the repository that contains a folder; null if there is none. */
export function findGit(root: string): Promise<GitPlace | null> {
  return readLater(findGitFiles(root), readFile);
}

/** Reads regular files only: opening a named pipe would hang. */
async function statFile(file: string): Promise<Stats | null> {
  try {
    const stat = await fs.stat(file);
    return stat.isFile() ? stat : null;
  } catch {
    return null; // missing or unreadable, so there is nothing to report
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await fs.stat(file);
    return true;
  } catch {
    return false;
  }
}

async function readFile(
  file: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const stat = await statFile(file);
  if (stat === null || stat.size > maxBytes) return null;
  try {
    return await fs.readFile(file);
  } catch {
    return null; // It is gone: git replaces its files all the time.
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
    return ""; // It is gone.
  }
}
