import type { Context } from "../context";
import { baseOf, parentOf } from "../model/workspacePath";
import { GitignoreFiles } from "../workspace/gitignores";
import type { Observation } from "./observe";

/**
 * Returns a test: is this a `.gitignore` that says something else than what the
 * look went by? Recorded now it would pass for known, with what it ignores; it
 * is left for the next look, which goes by it.
 */
export function changedRuleFile(
  { disk, root, settings }: Context,
  { ruleTexts }: Observation,
): (path: string) => boolean {
  let now: GitignoreFiles | undefined;
  return (path) => {
    if (!settings.respectGitignore || baseOf(path) !== ".gitignore")
      return false;
    now ??= new GitignoreFiles(disk, root, true);
    now.of(parentOf(path));
    return now.texts.get(path) !== ruleTexts.get(path);
  };
}
