import type { Context } from "../context";
import type { TrackedFiles } from "../workspace/tracked";
import { parseRules } from "./recordedRules";

export interface StillTracked {
  still: readonly string[];
  /** No longer tracked: they have to be scanned, because a rule ignores them now. */
  gone: readonly string[];
}

/**
 * Checks again which of the paths that were recorded because git tracks them are
 * still tracked. There may be thousands, so a capture of given paths does this only
 * after an index changed.
 */
export function stillTracked(
  context: Context,
  rulesText: string,
  tracked: TrackedFiles,
  isFull: boolean,
): StillTracked {
  const paths = parseRules(rulesText)?.tracked ?? [];
  const wasAsked = !isFull && context.checkedTracked === rulesText;
  if (wasAsked && isUnchanged(context)) return { still: paths, gone: [] };
  const still: string[] = [];
  const gone: string[] = [];
  for (const path of paths) {
    const bare = path.replace(/\/$/, "");
    const isStill =
      bare === path ? tracked.has(path) : tracked.hasSubmodule(bare);
    if (isStill) still.push(path);
    else gone.push(bare);
  }
  context.checkedTracked = gone.length === 0 ? rulesText : undefined;
  return { still, gone };
}

function isUnchanged({ gitIndexes }: Context): boolean {
  try {
    return gitIndexes.isUnchanged;
  } catch {
    return false; // damaged, or being written
  }
}
