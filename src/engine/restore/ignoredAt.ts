import type { RecordedRules } from "../capture/recordedRules";
import { parseRules, trackedOf } from "../capture/recordedRules";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { isSymlink } from "../model/version";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { rulesTextAt } from "../store/index/queries/moments";
import { heldAt } from "../store/index/queries/snapshots";
import { GitignoreChain } from "../workspace/gitignoreChain";
import { GitignoreFiles, hasRules } from "../workspace/gitignores";
import { isPathIgnored, Rules } from "../workspace/rules";

/**
 * Returns a predicate for paths that the settings and `.gitignore` files of a
 * moment ignored. A file there was not recorded, so a path missing from the moment
 * was not necessarily absent.
 */
export function wasIgnoredAt(
  context: Context,
  moment: number,
): (path: WorkspacePath) => boolean {
  const old = rulesAt(context, moment);
  const now = parseRules(context.store.index.meta("rules"));
  if (!old || outerOf(old) !== outerOf(now)) return () => true; // the old rules are unknown
  const rules = new Rules(old);
  // Rules from above the folder are the same as now.
  const { outer } = new GitignoreFiles(
    context.disk,
    context.root,
    old.respectGitignore,
  );
  const gitignores = new GitignoreChain(
    (path) => textAt(context, moment, old, path),
    outer,
  );
  const gitignoresOf = (folder: WorkspaceFolder) =>
    old.respectGitignore ? gitignores.of(folder) : null;
  const tracked = trackedOf(old);
  return (path) => {
    try {
      return isPathIgnored(rules, path, gitignoresOf, tracked);
    } catch (error) {
      if (CheckpointError.is(error, "damaged")) return true; // unknown: the recorded rules are damaged
      throw error;
    }
  };
}

/** Earlier versions also recorded texts without any rule. */
function outerOf(rules: RecordedRules | null): string | undefined {
  return rules?.outer.split("\0").filter(hasRules).join("\0");
}

/** The rules a moment was recorded with; null if unknown. */
function rulesAt({ store }: Context, moment: number): RecordedRules | null {
  const { index } = store;
  // A journal that was rewritten before rules were kept per moment has only the
  // last ones.
  return parseRules(rulesTextAt(index, moment) ?? index.meta("rules"));
}

function textAt(
  { store }: Context,
  moment: number,
  old: RecordedRules,
  path: WorkspacePath,
): string | null {
  const held = heldAt(store.index, moment, path, "disk");
  if (held === null) return old.hidden?.[path] ?? null;
  if (isSymlink(held.mode)) return null;
  return Buffer.from(store.contents.read(held.hash)).toString("utf8");
}
