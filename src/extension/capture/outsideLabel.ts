import { baseOf } from "../../engine/model/workspacePath";

/** What changed since the last checkpoint, by who is known to have done it. */
export interface Changed {
  edited: readonly string[];
  outside: readonly string[];
  unsaved: readonly string[];
  /** The one agent that made all outside changes; null when it was not one. */
  agent: string | null;
  /** What git did, in words. */
  git: string | null;
}

/** Returns the name of an automatic checkpoint, such as “12 files changed outside the editor”. */
export function labelOf(changed: Changed): string {
  const { edited, outside, unsaved, agent, git } = changed;
  if (git !== null) return git;
  const by = agent === null ? "outside the editor" : `by ${agent}`;
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

/** Where HEAD is, and what the reflog says happened since we last looked. */
export interface GitHead {
  branch: string | null;
  commit: string | null;
  /** The lines of the reflog, oldest first. */
  news: readonly ReflogLine[];
}

export interface ReflogLine {
  /** False when HEAD names the same commit as before: a new branch, a stash. */
  isMove: boolean;
  /** “checkout: moving from a to b”. */
  message: string;
}

export interface GitMove {
  /** For people: “git: switched to branch x”. */
  label: string;
  /** True when git wrote files of the workspace; a commit does not. */
  writesFiles: boolean;
}

/**
 * Returns what git did between two looks at HEAD, or null when it did nothing.
 * The reflog says it best; a repository without one shows only where HEAD is.
 */
export function gitMove(before: GitHead, after: GitHead): GitMove | null {
  const told = after.news.map((line) => fromReflog(line));
  // What git wrote says more about changed files than a commit after it.
  const last = told.findLast((move) => move.writesFiles) ?? told.at(-1);
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
    return `git: switched to branch ${after.branch}`;
  return `git: moved to ${(after.commit ?? "an empty branch").slice(0, 7)}`;
}

const COMMIT_NAME = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function fromReflog({ message, isMove }: ReflogLine): GitMove {
  const colon = message.indexOf(": ");
  const verb = colon < 0 ? message : message.slice(0, colon);
  const rest = colon < 0 ? "" : message.slice(colon + 2);
  const word = /^[\w-]*/.exec(verb)?.[0] ?? "";
  switch (word) {
    case "commit":
      return {
        label: verb.includes("amend")
          ? `git: amended commit${quoted(rest)}`
          : `git: commit${quoted(rest)}`,
        writesFiles: false,
      };
    case "checkout":
      // To a branch that is where we are: nothing is written.
      return { label: checkoutLabel(rest), writesFiles: isMove };
    case "reset":
      return { label: resetLabel(rest), writesFiles: true };
    case "merge":
      return {
        label: `git: merged ${verb.slice("merge ".length) || "a branch"}`,
        writesFiles: true,
      };
    case "cherry-pick":
    case "revert":
      return { label: `git: ${word}${quoted(rest)}`, writesFiles: true };
    case "pull":
    case "rebase":
    case "am":
    case "clone":
      return { label: `git: ${word}`, writesFiles: true };
    case "Branch":
      return { label: "git: renamed the branch", writesFiles: false };
    default:
      return { label: `git: ${clip(message)}`, writesFiles: true };
  }
}

function checkoutLabel(rest: string): string {
  const to = / to (\S+)$/.exec(rest)?.[1];
  if (to === undefined) return "git: checkout";
  return COMMIT_NAME.test(to)
    ? `git: checked out ${to.slice(0, 7)}`
    : `git: switched to branch ${to}`;
}

function resetLabel(rest: string): string {
  const to = /^moving to (\S+)$/.exec(rest)?.[1];
  // `git stash` leaves the same trace as `git reset --hard`.
  if (to === undefined || to === "HEAD") return "git: reset or stash";
  return `git: reset to ${COMMIT_NAME.test(to) ? to.slice(0, 7) : to}`;
}

function quoted(subject: string): string {
  return subject === "" ? "" : ` “${clip(subject)}”`;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
