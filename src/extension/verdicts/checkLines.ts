import type { Verdict } from "../../answers/verdict";
import type { Result } from "../../engine/model/verdicts";
import { MARKS, verdictText } from "../../wording/verdicts";
import { l10n } from "../text/l10n";
import { plain } from "../text/markdown";
import { voice } from "../text/voice";

const MAX_LISTED = 5;

/** Returns the lines of a tooltip that say which commands passed or failed on a state, the latest last. */
export function checkLines(verdicts: readonly Verdict[]): string[] {
  const left = verdicts.length - MAX_LISTED;
  return [
    left === 1 ? l10n.t("1 earlier check") : "",
    left > 1 ? l10n.t("{0} earlier checks", left) : "",
    ...verdicts.slice(-MAX_LISTED).map((one) => {
      const result: Result = one.passed ? "passed" : "failed";
      return `${MARKS[result]} ${plain(verdictText(one, voice))}`;
    }),
  ];
}
