import type { Verdict } from "../../answers/verdict";
import { parseSource } from "./checkpointOptions";
import { problem } from "./errors";

/** The label of a state that a person marked as good or bad. */
export const MARKED = "marked";

/**
 * The label of a weak verdict: whether the editor showed errors. Nothing was run, so it
 * counts only where it is asked for by name, as `good:diagnostics`.
 */
export const DIAGNOSTICS = "diagnostics";

const MAX_LABEL = 200;

/** Validates the label of a verdict; throws `bad-input`. */
export function parseLabel(given: unknown): string {
  const label =
    typeof given === "string" ? given.trim().replace(/\s+/g, " ") : "";
  if (label === "" || label.length > MAX_LABEL)
    throw problem("bad-label", { most: MAX_LABEL });
  return label;
}

const MAX_IMPORTED = 1000;

/** Parses verdicts from an export, which may come from anywhere; skips invalid ones. */
export function parseVerdicts(given: unknown): Verdict[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MAX_IMPORTED).flatMap((one: unknown) => {
    try {
      return [parseVerdict(one as Record<string, unknown>)];
    } catch {
      return [];
    }
  });
}

function parseVerdict(one: Record<string, unknown>): Verdict {
  const numberOrNull = (value: unknown) =>
    typeof value === "number" && Number.isFinite(value) ? value : null;
  return {
    label: parseLabel(one["label"]),
    passed: one["passed"] === true,
    exitCode: numberOrNull(one["exitCode"]),
    durationMs: numberOrNull(one["durationMs"]),
    source: parseSource(one["source"]),
    at: new Date(String(one["at"])).toISOString(),
    exact: one["exact"] === true,
  };
}

/** A verdict that holds for exactly one state, as the rules need it. */
export interface ExactVerdict {
  moment: number;
  label: string;
  passed: boolean;
}

export type Outcome = "good" | "bad";

/**
 * Returns the moments with an outcome, newest first. The verdicts must be in order of
 * their moments.
 *
 * With a label, a moment is good if that command passed there and never failed there;
 * it is bad the other way round. A moment with both is mixed and is neither.
 *
 * Without a label, a moment is bad if it is bad for any label. It is good if something
 * passed there and nothing is failing (weak verdicts do not count): neither there nor, for commands that were not run
 * there, when they were last run before. Otherwise a build that passes would hide
 * tests that fail. A state that a person marked as good does not inherit earlier failures.
 */
export function momentsWith(
  outcome: Outcome,
  verdicts: readonly ExactVerdict[],
  label?: string,
): number[] {
  const failing = new Set<string>();
  const found: number[] = [];
  const counted = label === undefined ? verdicts.filter(isStrong) : verdicts;
  for (const [moment, results] of byMoment(counted)) {
    for (const [one, result] of results)
      if (result === "passed") failing.delete(one);
      else failing.add(one);
    const passed = [...results].filter(([, result]) => result === "passed");
    const failed = [...results].filter(([, result]) => result === "failed");
    const isMarked = results.get(MARKED) === "passed";
    const isGood =
      passed.length === results.size && (isMarked || failing.size === 0);
    // From here on nothing is known to fail: a person looked at this state.
    if (isGood && isMarked) failing.clear();
    const isFound =
      label !== undefined
        ? results.get(label) === (outcome === "good" ? "passed" : "failed")
        : outcome === "good"
          ? isGood
          : failed.length > 0;
    if (isFound) found.push(moment);
  }
  return found.reverse();
}

/**
 * Returns the moments that retention must keep: the last good one of each label, and
 * the last one that is good altogether.
 */
export function momentsToKeep(verdicts: readonly ExactVerdict[]): Set<number> {
  const labels = new Set(verdicts.map(({ label }) => label));
  return new Set(
    [undefined, ...labels].flatMap((label) =>
      momentsWith("good", verdicts, label).slice(0, 1),
    ),
  );
}

export function isStrong({ label }: { label: string }): boolean {
  return label !== DIAGNOSTICS;
}

/** What the runs of a command on one state came to; mixed if some passed and some failed. */
export type Result = "passed" | "failed" | "mixed";

/**
 * Returns what the verdicts about one state come to, for a mark: failed if any command
 * failed there, as for `bad`; null if none of them holds for exactly this state.
 */
export function resultOf(
  verdicts: readonly Pick<Verdict, "label" | "passed" | "exact">[],
): Result | null {
  const exact = verdicts.filter((one) => one.exact && isStrong(one));
  const results = new Set(
    byMoment(exact.map((one) => ({ ...one, moment: 0 })))
      .get(0)
      ?.values(),
  );
  if (results.size === 0) return null;
  if (results.has("failed")) return "failed";
  return results.has("mixed") ? "mixed" : "passed";
}

function byMoment(
  verdicts: readonly ExactVerdict[],
): Map<number, Map<string, Result>> {
  const moments = new Map<number, Map<string, Result>>();
  for (const { moment, label, passed } of verdicts) {
    const results = moments.get(moment) ?? new Map<string, Result>();
    moments.set(moment, results);
    const result = passed ? "passed" : "failed";
    const before = results.get(label) ?? result;
    results.set(label, before === result ? result : "mixed");
  }
  return moments;
}
