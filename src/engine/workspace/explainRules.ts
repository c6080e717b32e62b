import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, parentOf } from "../model/workspacePath";
import type { Gitignores, Inside, ExcludingRule, Rules } from "./rules";
import type { Tracked } from "./tracked";

/** Returns the rule that excludes a path; null if there is none. */
export function excludingRule(
  rules: Rules,
  path: WorkspacePath,
  isFolder: boolean,
  gitignoresOf: (folder: WorkspaceFolder) => Gitignores | null,
  tracked: Tracked,
): ExcludingRule | null {
  let inside: Inside = "all";
  let last: ExcludingRule | null = null;
  for (const part of [...ancestorsOf(path), path]) {
    const above = gitignoresOf(parentOf(part));
    const asFolder = part !== path || isFolder;
    // In a folder that is searched only for exceptions, the rule is the one that
    // matches the folder.
    last = rules.ruleFor(part, asFolder, above) ?? last;
    const below: Inside | null = asFolder
      ? rules.below(part, inside, above, tracked)
      : rules.takes(part, inside, above, tracked)
        ? "all"
        : null;
    if (below === null) return last;
    inside = below;
  }
  return null;
}
