import { filesText } from "../../wording/counts";
import { authorName } from "../../wording/deeds";
import { l10n } from "../text/l10n";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";
import type { Comparison, Stop, StopFiles } from "./protocol";
import { timeText } from "./stripText";

const LONGEST_TITLE = 80;

/** Returns when a stop is, as the page shows it: “now”, or its time. */
export function stopTime(stop: Stop, nowMs: number, locale: string): string {
  return stop.isNow ? l10n.t("Now") : timeText(stop.atMs, nowMs, locale);
}

/** Returns what a stop is, beside its time: its checkpoint or prompt, and who changed something. */
export function stopTitle(stop: Stop): string {
  if (stop.isNow) return "";
  const { checkpoint, title, folder } = stop;
  return [
    folder ?? "",
    checkpoint === null ? "" : `#${checkpoint}`,
    title === null ? "" : shortenAtWord(title, LONGEST_TITLE),
    authorName(stop.source, voice),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns what the playhead says to a screen reader. */
export function stopSpoken(stop: Stop, nowMs: number, locale: string): string {
  return [stopTime(stop, nowMs, locale), stopTitle(stop)]
    .filter(Boolean)
    .join(", ");
}

/** Returns the heading of the list of files. */
export function filesHeading(
  { against, total }: StopFiles,
  stop: Stop | null,
): string {
  if (stop?.isNow && against === "now") return l10n.t("The current state");
  if (against === "before")
    return l10n.t("{0} changed since the stop before", filesText(total, voice));
  return total === 1
    ? l10n.t("1 file differs from now")
    : l10n.t("{0} files differ from now", total);
}

/** Returns what the list says when it is empty. */
export function noFilesText(against: Comparison, stop: Stop | null): string {
  if (!stop) return l10n.t("Nothing is recorded yet.");
  if (against === "before")
    return l10n.t("No files changed between the stop before and this one.");
  if (stop.isNow && stop.isFirst)
    return l10n.t("Nothing has changed yet. Changes appear here as you work.");
  return stop.isNow
    ? l10n.t(
        "Drag the playhead, or press the left arrow key, to go back in time.",
      )
    : l10n.t("All files are as they were then.");
}
