import type { Context } from "../context";
import { baseOf } from "../model/workspacePath";
import { openGap } from "../store/doubt";
import { isThere } from "./lookAgain";
import type { Observation } from "./observe";
import type { Placed } from "./readFiles";

/**
 * What a restore has just put there and taken away, without looking for it once
 * more. Null when only a look can tell: rules came or went with it, say.
 */
export function observePlaced(
  context: Context,
  paths: readonly string[],
  placed: ReadonlyMap<string, Placed>,
  isIgnored: (path: string) => boolean,
): Observation | null {
  const { settings, store } = context;
  const { index } = store;
  if (openGap(index, index.lastMoment) !== null) return null;
  const changed: Observation["changed"] = [];
  const missing: string[] = [];
  for (const path of paths) {
    if (baseOf(path).toLowerCase() === ".gitignore") return null;
    const file = placed.get(path);
    if (!file) {
      if (isThere(context, path)) return null;
      missing.push(path);
      continue;
    }
    const { sizeBytes } = file.stat;
    if (sizeBytes > settings.maxFileSizeBytes) return null;
    // What is recorded with its times is no file that the rules keep out.
    const row = index.head.get(path);
    const isFollowed = row?.reason === null && row.mtimeMs !== 0;
    if (!isFollowed && isIgnored(path)) return null;
    changed.push({ path, sizeBytes });
  }
  const rulesText = String(index.meta("rules"));
  return {
    isFull: false,
    changed,
    skipped: [],
    placed,
    missing,
    rulesText,
    rulesBefore: rulesText,
    didRulesChange: false,
    outerRules: null,
    ruleFiles: new Map(),
  };
}
