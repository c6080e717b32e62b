import { baseOf } from "../../engine/model/workspacePath";
import type { Changed } from "../../recorder/automatic";
import { agentName } from "../../wording/agentNames";

/** Returns the name of an automatic checkpoint, such as “12 files changed outside the editor”. */
export function labelOf(changed: Changed): string {
  const { edited, outside, unsaved, agent, git, sinceGit } = changed;
  if (git !== null)
    return sinceGit.length > 0 ? `${git}, ${files(sinceGit)} edited` : git;
  const by = agent === null ? "outside the editor" : `by ${agentName(agent)}`;
  if (outside.length > 0 && edited.length > 0)
    return `${files(outside)} changed ${by}, ${files(edited)} edited`;
  if (outside.length > 0) return `${files(outside)} changed ${by}`;
  if (edited.length > 0) return `Edited ${files(edited)}`;
  return `Unsaved edits in ${files(unsaved)}`;
}

function files(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only ? baseOf(only) : `${paths.length} files`;
}

/** HEAD, and what the reflog says happened since the last reading. */
export interface GitHead {
  branch: string | null;
  commit: string | null;
  /** New lines of the reflog, oldest first. */
  news: readonly ReflogLine[];
  /** True if a stash was created since the last reading. */
  isStashed?: boolean;
  /** A merge into the files since the last reading that did not move HEAD. */
  merged?: UncommittedMerge | null;
}

/** A git command that merges into the files and leaves the commit to the user. */
export type UncommittedMerge =
  | "stash pop"
  | "stash apply"
  | "merge"
  | "cherry-pick"
  | "revert"
  | "rebase";

export interface ReflogLine {
  /** False if HEAD still names the same commit: a new branch, a stash. */
  isMove: boolean;
  /** “checkout: moving from a to b”. */
  message: string;
}

export interface GitMove {
  /** The command that a person would have typed: “git checkout x”. */
  label: string;
  /** True if git wrote workspace files; a commit does not. */
  writesFiles: boolean;
}

/**
 * Returns what git did between two readings of HEAD, or null if nothing. The reflog is the best
 * source; a repository without one shows only where HEAD is.
 */
export function gitMove(before: GitHead, after: GitHead): GitMove | null {
  const moves = after.news.map((line) => fromReflog(line, after.isStashed));
  const merged = after.merged
    ? { label: `git ${after.merged}`, writesFiles: true }
    : undefined;
  // An operation that wrote files explains changed files better than a later commit.
  const last =
    moves.findLast((move) => move.writesFiles) ?? merged ?? moves.at(-1);
  if (last) return last;
  if (before.branch !== after.branch || isLater(before, after))
    return { label: fromHeads(before, after), writesFiles: true };
  return null;
}

function isLater(before: GitHead, after: GitHead): boolean {
  return before.commit !== after.commit && before.commit !== null;
}

function fromHeads(before: GitHead, after: GitHead): string {
  if (after.branch !== null && after.branch !== before.branch)
    return `git checkout ${after.branch}`;
  return `git: moved to ${(after.commit ?? "an empty branch").slice(0, 7)}`;
}

const COMMIT_NAME = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function fromReflog(
  { message, isMove }: ReflogLine,
  isStashed = false,
): GitMove {
  const colon = message.indexOf(": ");
  const verb = colon < 0 ? message : message.slice(0, colon);
  const rest = colon < 0 ? "" : message.slice(colon + 2);
  const word = /^[\w-]*/.exec(verb)?.[0] ?? "";
  switch (word) {
    case "commit":
      return {
        label: verb.includes("amend")
          ? `git commit --amend${quoted(rest)}`
          : `git commit${quoted(rest)}`,
        writesFiles: false,
      };
    case "checkout":
      // The branch is at the same commit, so no file was written.
      return { label: checkoutLabel(rest), writesFiles: isMove };
    case "reset":
      return { label: resetLabel(rest, isStashed), writesFiles: true };
    case "merge":
      return {
        label: `git ${verb}`,
        writesFiles: true,
      };
    case "cherry-pick":
    case "revert":
      return { label: `git ${word}${quoted(rest)}`, writesFiles: true };
    case "pull":
    case "rebase":
    case "am":
    case "clone":
      return { label: `git ${word}`, writesFiles: true };
    case "Branch":
      return { label: "git branch -m", writesFiles: false };
    default:
      return { label: `git ${clip(message)}`, writesFiles: true };
  }
}

function checkoutLabel(rest: string): string {
  const to = / to (\S+)$/.exec(rest)?.[1];
  if (to === undefined) return "git checkout";
  return `git checkout ${briefly(to)}`;
}

function resetLabel(rest: string, isStashed: boolean): string {
  const to = /^moving to (\S+)$/.exec(rest)?.[1];
  // `git stash` leaves the same reflog entry as `git reset --hard`.
  if (to === undefined || to === "HEAD")
    return isStashed ? "git stash" : "git reset";
  return `git reset ${briefly(to)}`;
}

function briefly(ref: string): string {
  return COMMIT_NAME.test(ref) ? ref.slice(0, 7) : ref;
}

function quoted(subject: string): string {
  return subject === "" ? "" : ` “${clip(subject)}”`;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
