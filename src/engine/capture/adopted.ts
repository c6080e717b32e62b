import type { Context } from "../context";
import { ancestorsOf } from "../model/workspacePath";
import type { Gitignores, RuleSettings } from "../workspace/rules";
import { isPathIgnored, parseGitignore, Rules } from "../workspace/rules";
import type { Observation } from "./observe";

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
  const cache = new Map<string, Gitignores | null>();
  const gitignoresOf = (folder: string): Gitignores | null => {
    if (!old.respectGitignore) return null;
    const known = cache.get(folder);
    if (known !== undefined) return known;
    const slash = folder.lastIndexOf("/");
    const above =
      folder === ""
        ? null
        : gitignoresOf(slash < 0 ? "" : folder.slice(0, slash));
    const text = recordedText(
      context,
      folder === "" ? ".gitignore" : folder + "/.gitignore",
    );
    const found =
      text === null ? above : { folder, rules: parseGitignore(text), above };
    cache.set(folder, found);
    return found;
  };
  return (path) =>
    isPathIgnored(rules, path, gitignoresOf) || isBelowSkipped(path);
}

function recordedText(context: Context, path: string): string | null {
  const { index } = context.store;
  const row = index.head.get(path);
  if (!row || row.content === null) return null;
  const hash = index.sql.first(
    "SELECT lower(hex(hash)) FROM content WHERE id = ?",
    row.content,
  )?.[0] as string;
  return Buffer.from(context.store.content(hash)).toString("utf8");
}

function parseRules(text: unknown): (RuleSettings & { outer: string }) | null {
  try {
    return JSON.parse(String(text)) as RuleSettings & { outer: string };
  } catch {
    return null;
  }
}
