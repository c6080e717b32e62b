import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import { GitignoreFiles } from "../workspace/gitignores";
import { isPathIgnored, rulesOf } from "../workspace/rules";
import { lstatInside, spellingOf } from "../workspace/safePath";
import type { Observation } from "./observe";

/**
 * Splits the paths that a scan did not find into those that exist again and those
 * that are missing. A file can come back because a tool rewrites its folder or
 * another process is restoring; such a path is not ignored.
 */
export function recheckMissing(
  context: Context,
  { missing: unmet, tracked }: Pick<Observation, "missing" | "tracked">,
): { back: WorkspacePath[]; missing: readonly WorkspacePath[] } {
  if (unmet.length === 0) return { back: [], missing: unmet };
  const { disk, root, settings } = context;
  const rules = rulesOf(settings);
  const gitignores = new GitignoreFiles(disk, root, settings.respectGitignore);
  const back = unmet.filter(
    (path) =>
      isThere(context, path) &&
      context.ownData.folderOf(path) === null &&
      !isPathIgnored(rules, path, (at) => gitignores.of(at), tracked),
  );
  if (back.length === 0) return { back, missing: unmet };
  const isBack = new Set(back);
  return { back, missing: unmet.filter((path) => !isBack.has(path)) };
}

/**
 * True if a file or link exists under exactly this name, or if that cannot be
 * determined.
 */
export function isThere({ disk, root }: Context, path: WorkspacePath): boolean {
  try {
    const stat = lstatInside(disk, root, path);
    return (
      stat !== null &&
      stat.kind !== "folder" &&
      spellingOf(disk, root, path) === path
    );
  } catch {
    return true; // in a folder that cannot be entered
  }
}
