import { differences } from "../helpers/tree";
import type { GitRepository, GitSetting, Outcome } from "./gitRepository";
import type { History } from "./histories";

/**
 * Why our result may differ from that of `git revert`. Each reason is proved: git
 * itself must give exactly our result once it makes that one choice differently.
 */
const REASONS: readonly { why: string; settings: readonly GitSetting[] }[] = [
  {
    why: "git guesses that a folder was renamed and wants to move files that others added to it; we leave them",
    settings: [{ before: ["-c", "merge.directoryRenames=false"] }],
  },
  {
    why: "equal lines can be aligned in several ways; with another line diff git merges as we do",
    settings: ["myers", "minimal", "patience"].map((algorithm) => ({
      after: ["-X", `diff-algorithm=${algorithm}`],
    })),
  },
  {
    why: "a renamed and edited file is near the 50% that make it the same file; git older than 2.44 does not count a last line without a line end",
    settings: [40, 43, 46, 49, 51, 54, 57, 60].map((percent) => ({
      after: ["-X", `find-renames=${percent}%`],
    })),
  },
];

/** The differences between two outcomes; empty if they agree. */
export function disagreement(ours: Outcome, git: Outcome): string[] {
  if (ours.conflict && git.conflict) return [];
  if (ours.conflict) return [`only we conflict, at ${ours.said}`];
  if (git.conflict) return [`only git conflicts: ${git.said}`];
  return differences(ours.tree, git.tree);
}

/** The reason for a disagreement, or null if it is unknown. */
export function explain(
  repository: GitRepository,
  number: number,
  history: History,
  ours: Outcome,
): string | null {
  const reason = REASONS.find(({ settings }) =>
    settings.some((setting) => {
      const git = repository.revert(number, history, setting);
      return disagreement(ours, git).length === 0;
    }),
  );
  return reason?.why ?? null;
}

/** Conflicting paths, named the same way for git and for us. */
export function plainPaths(outcome: Outcome): string[] {
  if (!outcome.conflict) return [];
  const plain = outcome.paths.map((path) => path.replace(/~.*$/, ""));
  return [...new Set(plain)].sort();
}
