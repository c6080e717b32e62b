import type { Checkpoint } from "../../engine/model/checkpoint";
import { addCounts, filesText, totalOf } from "./counts";
import type { Entry } from "./entries";
import { bySource, isRemarkableSource, kindName, sourceName } from "./kinds";
import { l10n } from "./l10n";
import { shorten } from "./markdown";
import { exactTime, shortTime, timeInDay, type TimeStyle } from "./times";

/** Whether the workspace is what a checkpoint holds: exactly, or with later changes. */
export type Here = "exactly" | "changed" | null;

export interface RowText {
  label: string;
  description: string;
  spoken: string;
}

export interface RowContext {
  time: TimeStyle;
  /** True when a heading above already tells the day. */
  underDay: boolean;
  here: Here;
  /** True when the workspace has several folders: the row says which. */
  namesFolder: boolean;
}

/** Returns what a row says to the eye and to a screen reader. */
export function rowText(entry: Entry, context: RowContext): RowText {
  const [first] = entry.members;
  const { checkpoint } = first;
  const count = totalOf(filesChanged(entry));
  const label = labelOf(checkpoint, count);
  const { time, underDay, here } = context;
  const when = (underDay ? timeInDay : shortTime)(entry.at, time);
  const source = isRemarkableSource(checkpoint.source)
    ? sourceName(checkpoint.source)
    : "";
  const parts = [
    hereText(here),
    // A narrow side bar cuts the end: what is looked for most comes first.
    when,
    entry.members.length > 1
      ? l10n.t("{0} folders", entry.members.length)
      : context.namesFolder
        ? `${first.folderName} #${checkpoint.number}`
        : `#${checkpoint.number}`,
    saysCount(checkpoint) || count === 0 || label.includes(filesText(count))
      ? ""
      : filesText(count),
    label.includes(source) ? "" : source,
    checkpoint.pinned ? l10n.t("pinned") : "",
  ];
  const spoken = [
    label,
    context.namesFolder && entry.members.length === 1 ? first.folderName : "",
    l10n.t("number {0}", checkpoint.number),
    label === kindName(checkpoint.kind) ? "" : kindName(checkpoint.kind),
    exactTime(entry.at, time.locale),
    count === 0 ? l10n.t("no changed files") : filesText(count),
    // “12 files changed outside the editor” has said it.
    source === "" || label.includes(source) ? "" : bySource(checkpoint.source),
    checkpoint.pinned ? l10n.t("pinned") : "",
    hereText(here),
  ];
  return {
    label,
    description: parts.filter(Boolean).join(" · "),
    spoken: spoken.filter(Boolean).join(", "),
  };
}

export function filesChanged(entry: Entry): Checkpoint["filesChanged"] {
  return addCounts(
    entry.members.map((member) => member.checkpoint.filesChanged),
  );
}

/** Nobody names an automatic checkpoint: what it holds says more than its kind. */
function labelOf(checkpoint: Checkpoint, count: number): string {
  if (checkpoint.name) return shorten(checkpoint.name, 120);
  if (saysCount(checkpoint))
    return count === 1
      ? l10n.t("1 file changed")
      : count === 0
        ? kindName("automatic")
        : l10n.t("{0} files changed", count);
  if (checkpoint.kind === "session") return l10n.t("Session start");
  if (checkpoint.kind === "feature") return l10n.t("Feature complete");
  return kindName(checkpoint.kind);
}

function saysCount(checkpoint: Checkpoint): boolean {
  return checkpoint.name === null && checkpoint.kind === "automatic";
}

export function hereText(here: Here): string {
  if (here === "exactly") return l10n.t("you are here");
  if (here === "changed") return l10n.t("here, with changes");
  return "";
}
