import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import { baseOf, parentOf } from "../model/workspacePath";
import { GitignoreFiles } from "../workspace/gitignores";
import type { Observation } from "./observe";

/**
 * Returns a predicate for `.gitignore` files that changed after the scan read them.
 * Recording one now would mark it as known although the scan used the old rules, so
 * it is left for the next scan.
 */
export function changedRuleFile(
  { disk, root, settings }: Context,
  { ruleTexts }: Observation,
): (path: WorkspacePath) => boolean {
  let now: GitignoreFiles | undefined;
  return (path) => {
    if (!settings.respectGitignore || baseOf(path) !== ".gitignore")
      return false;
    now ??= new GitignoreFiles(disk, root, true);
    now.of(parentOf(path));
    return now.texts.get(path) !== ruleTexts.get(path);
  };
}
