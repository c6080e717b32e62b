import type { Why } from "../api";
import type { Context } from "../context";
import { parseRules, trackedOf } from "../capture/recordedRules";
import { childOf, workspacePath } from "../model/workspacePath";
import { excludingRule } from "../workspace/explainRules";
import { GitignoreFiles } from "../workspace/gitignores";
import { Rules } from "../workspace/rules";
import { blockedBy } from "../workspace/safePath";
import { nothingTracked, TrackedFiles } from "../workspace/tracked";

/** Returns whether a path is recorded and, if not, which rule excludes it. */
export function why(context: Context, given: string): Why {
  const { disk, root, settings, store } = context;
  const path = workspacePath(given);
  const answer = (
    isRecorded: boolean,
    reason: Why["reason"],
    rule: Why["rule"] = null,
    matched: string = path,
  ): Why => ({ path, recorded: isRecorded, reason, matched, rule });

  const own = context.ownData.folderOf(childOf(path, "format.json"));
  if (own !== null) return answer(false, "own-data", null, own);
  const blocked = blockedBy(disk, root, path);
  if (blocked?.stat) return answer(false, "behind-link", null, blocked.folder);
  const stat = blocked ? null : disk.lstat(root + "/" + path);
  const isFolder = stat?.kind === "folder";

  const files = new GitignoreFiles(disk, root, settings.respectGitignore);
  const before = trackedOf(parseRules(store.index.meta("rules")));
  const tracked = new TrackedFiles(disk, root, context.gitIndexes, before);
  const ruleBy = (given: typeof settings, by: typeof before) =>
    excludingRule(new Rules(given), path, isFolder, (at) => files.of(at), by);
  const said = (rule: NonNullable<ReturnType<typeof ruleBy>>) => {
    const { file, line, pattern } = rule;
    return pattern === null ? null : { file, line, pattern };
  };

  const rule = ruleBy(settings, tracked);
  if (rule) return answer(false, rule.kind, said(rule), rule.matched);
  if (!stat) return answer(false, "absent");
  if (stat.kind === "other") return answer(false, "special");
  if (stat.kind === "file" && stat.sizeBytes > settings.maxFileSizeBytes)
    return answer(false, "too-large");
  const row = store.index.current.get(path);
  if (row?.reason) return answer(false, row.reason);
  if (!row && !isFolder) return answer(false, "not-yet");
  // Recorded, possibly although a rule matches it.
  const untracked = ruleBy(settings, nothingTracked);
  if (untracked)
    return answer(true, "tracked", said(untracked), untracked.matched);
  const unincluded = ruleBy({ ...settings, include: [] }, tracked);
  if (unincluded)
    return answer(true, "included", said(unincluded), unincluded.matched);
  return answer(true, "recorded");
}
