import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { ancestorsOf } from "../model/workspacePath";
import { isSymlink } from "../model/version";
import { hashOf } from "../store/index/queries/contents";
import { hasSkippedNow } from "../store/index/queries/versions";
import { GitignoreChain } from "../workspace/gitignoreChain";
import { isPathIgnored, Rules } from "../workspace/rules";
import type { Observation } from "./observe";
import type { RecordedRules } from "./recordedRules";
import { parseRules, trackedOf } from "./recordedRules";

/**
 * Returns a predicate for new paths that were ignored until now. Such a file may
 * have existed all along, so it is recorded as adopted and no restore treats it as
 * newly created. The old rules are the recorded settings and the recorded
 * `.gitignore` files.
 */
export function wasIgnoredBefore(
  context: Context,
  seen: Observation,
): (path: WorkspacePath) => boolean {
  const { index } = context.store;
  const { current } = index;
  if (index.lastMoment === 0) return () => false;
  const hasSkipped = hasSkippedNow(index);
  const isBelowSkipped = (path: WorkspacePath) =>
    ancestorsOf(path).some((folder) => current.get(folder)?.reason);
  if (!seen.didRulesChange) return hasSkipped ? isBelowSkipped : () => false;

  const old = parseRules(index.meta("rules"));
  if (!old || old.outer !== parseRules(seen.rulesText)?.outer)
    return () => true; // the old rules are unknown
  const rules = new Rules(old);
  const chain = new GitignoreChain(
    (path) => recordedText(context, old, path),
    seen.outerRules,
  );
  const gitignoresOf = (folder: WorkspaceFolder) =>
    old.respectGitignore ? chain.of(folder) : null;
  const tracked = trackedOf(old);
  return (path) => {
    try {
      return (
        isPathIgnored(rules, path, gitignoresOf, tracked) ||
        isBelowSkipped(path)
      );
    } catch (error) {
      if (CheckpointError.is(error, "damaged")) return true; // unknown: the recorded rules are damaged
      throw error;
    }
  };
}

function recordedText(
  context: Context,
  old: RecordedRules,
  path: WorkspacePath,
): string | null {
  const { index } = context.store;
  const row = index.current.get(path);
  if (!row || row.content === null) return old.hidden?.[path] ?? null;
  if (isSymlink(row.mode)) return null;
  const hash = hashOf(index, row.content);
  return Buffer.from(context.store.contents.read(hash)).toString("utf8");
}
