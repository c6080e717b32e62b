import type { CheckSeries, SinceGood, Verdict } from "../answers/verdict";
import { isAgent } from "../engine/model/sources";
import {
  isStrong,
  MARKED,
  resultOf,
  type Result,
} from "../engine/model/verdicts";
import { filesText } from "./counts";
import { authorName } from "./deeds";
import type { Voice } from "./voice";

/** Returns, for example, “npm test failed (exit code 1) after 2.3 s.” */
export function verdictText(
  { label, passed, exitCode, durationMs, exact }: Verdict,
  voice: Voice,
): string {
  const isByHand = label === MARKED && exitCode === null;
  const how = isByHand
    ? passed
      ? voice.t("Marked as good")
      : voice.t("Marked as bad")
    : passed
      ? voice.t("{0} passed", label)
      : exitCode === null
        ? voice.t("{0} failed", label)
        : voice.t("{0} failed (exit code {1})", label, exitCode);
  const after =
    durationMs === null
      ? `${how}.`
      : voice.t("{0} after {1}.", how, durationText(durationMs, voice));
  return exact
    ? after
    : `${after} ${voice.t("Files changed or were rewritten while it ran, so this is not tied to an exact state.")}`;
}

/**
 * Returns, for example, “npm test has been failing since 14:02. Last good: #12, 13:58, 3
 * files changed since, 2 of them by Codex.” Null if it passes.
 */
export function failingText(
  { label, failingSince, lastGood }: Omit<CheckSeries, "last">,
  timeOf: (at: string) => string,
  voice: Voice,
): string | null {
  if (failingSince === null) return null;
  const since = timeOf(failingSince);
  const what =
    label === MARKED
      ? voice.t("Marked as bad since {0}.", since)
      : voice.t("{0} has been failing since {1}.", label, since);
  return `${what} ${lastGoodText(lastGood, timeOf, voice)}`;
}

/**
 * Returns what follows a verdict that failed: how far away the last good state is, and, if it
 * has failed before, since when.
 */
export function afterFailure(
  { at }: Verdict,
  series: Omit<CheckSeries, "last">,
  timeOf: (at: string) => string,
  voice: Voice,
): string {
  return series.failingSince === at
    ? lastGoodText(series.lastGood, timeOf, voice)
    : (failingText(series, timeOf, voice) ?? "");
}

/** Returns, for example, “Last good: #12, 13:58, 3 files changed since, 2 of them by Codex.” */
function lastGoodText(
  good: SinceGood | null,
  timeOf: (at: string) => string,
  voice: Voice,
): string {
  if (!good) return voice.t("It has not passed on any recorded state.");
  const where =
    good.checkpoint === null ? `@${good.moment}` : `#${good.checkpoint}`;
  if (good.files === 0)
    return voice.t(
      "Last good: {0}, {1}, nothing changed since.",
      where,
      timeOf(good.at),
    );
  const by = good.sources
    .filter(({ source }) => isAgent(source))
    .map(({ source, files }, i) => {
      const who = authorName(source, voice);
      return i === 0
        ? voice.t("{0} of them by {1}", files, who)
        : voice.t("{0} by {1}", files, who);
    });
  return by.length === 0
    ? voice.t(
        "Last good: {0}, {1}, {2} changed since.",
        where,
        timeOf(good.at),
        filesText(good.files, voice),
      )
    : voice.t(
        "Last good: {0}, {1}, {2} changed since, {3}.",
        where,
        timeOf(good.at),
        filesText(good.files, voice),
        by.join(", "),
      );
}

function durationText(ms: number, voice: Voice): string {
  if (ms < 59_950) return voice.t("{0} s", (ms / 1000).toFixed(1));
  const seconds = Math.round(ms / 1000);
  return voice.t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60);
}

/** Different shapes, so that a colour is never all that tells them apart. */
export const MARKS: Readonly<Record<Result, string>> = {
  passed: "✓",
  failed: "✗",
  mixed: "±",
};

/** Returns what the checks of a state came to, for a row: a sign and a word, or nothing. */
export function markText(verdicts: readonly Verdict[], voice: Voice): string {
  const result = resultOf(verdicts);
  if (result === null) return "";
  const words: Record<Result, string> = {
    passed: voice.t("passed"),
    failed: voice.t("failed"),
    mixed: voice.t("mixed"),
  };
  return `${MARKS[result]} ${words[result]}`;
}

/** The same for a screen reader, with the commands: “failed: npm test”. */
export function markSpoken(verdicts: readonly Verdict[], voice: Voice): string {
  const exact = verdicts.filter((one) => one.exact && isStrong(one));
  const failed = exact.filter(({ passed }) => !passed);
  switch (resultOf(verdicts)) {
    case "passed":
      return voice.t("passed: {0}", labelsOf(exact, voice));
    case "failed":
      return voice.t("failed: {0}", labelsOf(failed, voice));
    case "mixed":
      return voice.t("passed and failed: {0}", labelsOf(failed, voice));
    case null:
      return "";
  }
}

function labelsOf(verdicts: readonly Verdict[], voice: Voice): string {
  const labels = verdicts.map(({ label }) =>
    label === MARKED ? voice.t("marked by hand") : label,
  );
  return [...new Set(labels)].join(", ");
}
