import type { EngineSettings } from "../model/settings";
import type { RuleSettings } from "../workspace/rules";
import type { Tracked } from "../workspace/tracked";
import { nothingTracked, TrackedPaths } from "../workspace/tracked";

/** The rules a moment was recorded with, except those that recorded files contain. */
export interface RecordedRules extends RuleSettings {
  /** Rules from folders above the workspace folder. */
  outer: string;
  /** Texts of `.gitignore` files that are themselves ignored. */
  hidden?: Record<string, string>;
  /** Paths that were recorded although a rule ignores them, because git tracked them. */
  tracked?: readonly string[];
}

/** The current rules as text, without those that only a scan can find. */
export function rulesTextOf(settings: EngineSettings, outer: string): string {
  const { exclude, include, respectGitignore, maxFileSizeBytes } = settings;
  return JSON.stringify({
    exclude,
    include,
    respectGitignore,
    maxFileSizeBytes,
    outer,
  });
}

export function withSeen(
  rulesText: string,
  hidden: ReadonlyMap<string, string>,
  tracked: ReadonlySet<string>,
): string {
  if (hidden.size === 0 && tracked.size === 0) return rulesText;
  const rules = JSON.parse(rulesText) as RecordedRules;
  if (hidden.size > 0)
    rules.hidden = Object.fromEntries(
      [...hidden].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  if (tracked.size > 0) rules.tracked = [...tracked].sort();
  return JSON.stringify(rules);
}

export function withoutSeen(rulesText: string): string {
  const rules = parseRules(rulesText);
  if (!rules?.hidden && !rules?.tracked) return rulesText;
  return JSON.stringify({ ...rules, hidden: undefined, tracked: undefined });
}

const trackedByRules = new WeakMap<RecordedRules, TrackedPaths>();

/** The paths that were tracked although ignored under those rules. */
export function trackedOf(rules: RecordedRules | null): Tracked {
  if (!rules?.tracked) return nothingTracked;
  let tracked = trackedByRules.get(rules);
  if (!tracked)
    trackedByRules.set(rules, (tracked = new TrackedPaths(rules.tracked)));
  return tracked;
}

/** Cached because the rules rarely change between captures. */
let last: { text: unknown; rules: Readonly<RecordedRules> | null } | undefined;

/** Returns null if no rules were recorded or they cannot be read. */
export function parseRules(text: unknown): Readonly<RecordedRules> | null {
  if (!last || last.text !== text) last = { text, rules: parsed(text) };
  return last.rules;
}

function parsed(text: unknown): RecordedRules | null {
  try {
    return JSON.parse(String(text)) as RecordedRules;
  } catch {
    return null;
  }
}
