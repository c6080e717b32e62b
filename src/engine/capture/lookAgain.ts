import type { Context } from "../context";
import { GitignoreFiles } from "../workspace/gitignores";
import { isPathIgnored, rulesOf } from "../workspace/rules";
import { lstatInside, spellingOf } from "../workspace/safePath";

/**
 * Parts from what a scan did not meet what came back since, because a tool writes
 * a folder anew, say, or another process was restoring: no rule ignores it.
 */
export function lookAgain(
  context: Context,
  unmet: readonly string[],
): { back: string[]; missing: readonly string[] } {
  if (unmet.length === 0) return { back: [], missing: unmet };
  const { disk, root, settings } = context;
  const rules = rulesOf(settings);
  const gitignores = new GitignoreFiles(disk, root, settings.respectGitignore);
  const back = unmet.filter(
    (path) =>
      isThere(context, path) &&
      !isPathIgnored(rules, path, (folder) => gitignores.of(folder)),
  );
  if (back.length === 0) return { back, missing: unmet };
  const isBack = new Set(back);
  return { back, missing: unmet.filter((path) => !isBack.has(path)) };
}

/** True when a file or link of this very name is there, or that cannot be told. */
export function isThere({ disk, root }: Context, path: string): boolean {
  try {
    const stat = lstatInside(disk, root, path);
    return (
      stat !== null &&
      stat.kind !== "folder" &&
      spellingOf(disk, root, path) === path
    );
  } catch {
    return true; // in a folder that may not be entered
  }
}
