import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { ancestorsOf } from "../model/workspacePath";
import { isSymlink } from "../model/version";
import { GitignoreChain } from "../workspace/gitignoreChain";
import { isPathIgnored, Rules } from "../workspace/rules";
import type { Observation } from "./observe";
import type { RecordedRules } from "./recordedRules";
import { parseRules } from "./recordedRules";

/**
 * Returns a test: was this new path ignored until now? Then it may have been
 * there all along, it is adopted, and no restore takes it for created since.
 * The old rules are the recorded settings and the recorded `.gitignore` files.
 */
export function wasIgnoredBefore(
  context: Context,
  seen: Observation,
): (path: string) => boolean {
  const { index } = context.store;
  const { head } = index;
  if (index.lastMoment === 0) return () => false;
  const hasSkipped = index.sql.first(
    "SELECT 1 FROM version WHERE reason IS NOT NULL AND died IS NULL",
  );
  const isBelowSkipped = (path: string) =>
    ancestorsOf(path).some((folder) => head.get(folder)?.reason);
  if (!seen.didRulesChange) return hasSkipped ? isBelowSkipped : () => false;

  const old = parseRules(index.meta("rules"));
  if (!old || old.outer !== parseRules(seen.rulesText)?.outer)
    return () => true; // what the old rules said can no longer be told
  const rules = new Rules(old);
  const chain = new GitignoreChain(
    (path) => recordedText(context, old, path),
    seen.outerRules,
  );
  const gitignoresOf = (folder: string) =>
    old.respectGitignore ? chain.of(folder) : null;
  return (path) => {
    try {
      return isPathIgnored(rules, path, gitignoresOf) || isBelowSkipped(path);
    } catch (error) {
      if (CheckpointError.is(error, "damaged")) return true; // cannot be told
      throw error;
    }
  };
}

function recordedText(
  context: Context,
  old: RecordedRules,
  path: string,
): string | null {
  const { index } = context.store;
  const row = index.head.get(path);
  if (!row || row.content === null) return old.hidden?.[path] ?? null;
  if (isSymlink(row.mode)) return null;
  const hash = index.sql.first(
    "SELECT lower(hex(hash)) FROM content WHERE id = ?",
    row.content,
  )?.[0] as string;
  return Buffer.from(context.store.content(hash)).toString("utf8");
}
