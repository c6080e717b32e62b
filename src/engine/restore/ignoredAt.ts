import type { RecordedRules } from "../capture/recordedRules";
import { parseRules } from "../capture/recordedRules";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { isSymlink } from "../model/version";
import { heldAt } from "../store/states";
import { GitignoreChain } from "../workspace/gitignoreChain";
import { GitignoreFiles, hasRules } from "../workspace/gitignores";
import { isPathIgnored, Rules } from "../workspace/rules";

/**
 * Returns a test: did the settings and the `.gitignore` files of that moment
 * ignore this path? Then whatever stood there was not recorded, and a path that
 * the moment does not hold was not necessarily absent.
 */
export function wasIgnoredAt(
  context: Context,
  moment: number,
): (path: string) => boolean {
  const old = rulesAt(context, moment);
  const now = parseRules(context.store.index.meta("rules"));
  if (!old || outerOf(old) !== outerOf(now)) return () => true; // what the old rules said can no longer be told
  const rules = new Rules(old);
  // Those from above the folder are the same as now.
  const { outer } = new GitignoreFiles(
    context.disk,
    context.root,
    old.respectGitignore,
  );
  const gitignores = new GitignoreChain(
    (path) => textAt(context, moment, old, path),
    outer,
  );
  const gitignoresOf = (folder: string) =>
    old.respectGitignore ? gitignores.of(folder) : null;
  return (path) => {
    try {
      return isPathIgnored(rules, path, gitignoresOf);
    } catch (error) {
      if (CheckpointError.is(error, "damaged")) return true; // cannot be told
      throw error;
    }
  };
}

/** Once texts without a rule were recorded as well. */
function outerOf(rules: RecordedRules | null): string | undefined {
  return rules?.outer.split("\0").filter(hasRules).join("\0");
}

/** The rules a moment was recorded by; null when that is not known. */
function rulesAt({ store }: Context, moment: number): RecordedRules | null {
  const { index } = store;
  const row = index.sql.first(
    "SELECT text FROM rules WHERE n <= ? ORDER BY n DESC LIMIT 1",
    moment,
  );
  // A journal written anew before they were kept has only the last ones.
  return parseRules(row ? row[0] : index.meta("rules"));
}

function textAt(
  { store }: Context,
  moment: number,
  old: RecordedRules,
  path: string,
): string | null {
  const held = heldAt(store.index.sql, moment, path, "disk");
  if (held === null) return old.hidden?.[path] ?? null;
  if (isSymlink(held.mode)) return null;
  return Buffer.from(store.content(held.hash)).toString("utf8");
}
