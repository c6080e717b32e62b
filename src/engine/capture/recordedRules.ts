import type { EngineSettings } from "../model/settings";
import type { RuleSettings } from "../workspace/rules";

/** The rules a moment was recorded by, as far as no recorded file says them. */
export interface RecordedRules extends RuleSettings {
  /** Rules from above the workspace folder. */
  outer: string;
  /** Texts of `.gitignore` files that are themselves ignored. */
  hidden?: Record<string, string>;
}

/** The rules in force as text, but for the hidden ones. */
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

export function withHidden(
  rulesText: string,
  hidden: readonly (readonly [path: string, text: string])[],
): string {
  if (hidden.length === 0) return rulesText;
  const sorted = [...hidden].sort(([a], [b]) => (a < b ? -1 : 1));
  const rules = JSON.parse(rulesText) as RecordedRules;
  return JSON.stringify({ ...rules, hidden: Object.fromEntries(sorted) });
}

export function withoutHidden(rulesText: string): string {
  const rules = parseRules(rulesText);
  if (!rules?.hidden) return rulesText;
  return JSON.stringify({ ...rules, hidden: undefined });
}

/** They stay the same from one capture to the next. */
let last: { text: unknown; rules: Readonly<RecordedRules> | null } | undefined;

/** Returns null when nothing was recorded, or it cannot be read. */
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
