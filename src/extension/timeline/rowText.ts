import type { Verdict } from "../../answers/verdict";
import type { Checkpoint } from "../../engine/model/checkpoint";
import type { Entry } from "./entries";
import { isRemarkableSource } from "./kinds";
import { l10n } from "../text/l10n";
import { shorten } from "../text/markdown";
import { addCounts, totalOf } from "../../engine/model/checkpoint";
import { filesText } from "../../wording/counts";
import {
  bySource,
  checkpointTitle,
  kindName,
  sourceName,
} from "../../wording/kinds";
import {
  exactTime,
  shortTime,
  timeInDay,
  type TimeStyle,
} from "../../wording/times";
import { markSpoken, markText } from "../../wording/verdicts";
import { voice } from "../text/voice";

export interface RowText {
  label: string;
  description: string;
  spoken: string;
}

export interface RowContext {
  time: TimeStyle;
  /** True when a heading above already tells the day. */
  underDay: boolean;
  /** True if the workspace is exactly as this. */
  isHere: boolean;
  /** True if the gutter compares with this. */
  isBaseline: boolean;
  /** True when the workspace has several folders: the row says which. */
  namesFolder: boolean;
}

/** Returns what a row says to the eye and to a screen reader. */
export function rowText(entry: Entry, context: RowContext): RowText {
  const [first] = entry.members;
  const { checkpoint } = first;
  const count = totalOf(filesChanged(entry));
  const label = labelOf(checkpoint, count);
  const { time, underDay, isHere, isBaseline } = context;
  const when = (underDay ? timeInDay : shortTime)(entry.at, time, voice);
  const source = isRemarkableSource(checkpoint.source)
    ? sourceName(checkpoint.source, voice)
    : "";
  const parts = [
    // A narrow side bar cuts the end: what is looked for most comes first, and the sign
    // that a colour goes with.
    markText(verdictsOf(entry), voice),
    isHere ? hereText() : "",
    isBaseline ? l10n.t("baseline") : "",
    when,
    entry.members.length > 1
      ? l10n.t("{0} folders", entry.members.length)
      : context.namesFolder
        ? `${first.folderName} #${checkpoint.number}`
        : `#${checkpoint.number}`,
    saysCount(checkpoint) || count === 0 ? "" : filesText(count, voice),
    saysSource(checkpoint) ? "" : source,
    checkpoint.pinned ? l10n.t("pinned") : "",
  ];
  const spoken = [
    label,
    context.namesFolder && entry.members.length === 1 ? first.folderName : "",
    l10n.t("number {0}", checkpoint.number),
    label === kindName(checkpoint.kind, voice)
      ? ""
      : kindName(checkpoint.kind, voice),
    exactTime(entry.at, time.locale),
    count === 0 ? l10n.t("no changed files") : filesText(count, voice),
    // “12 files changed outside the editor” has said it.
    source === "" || saysSource(checkpoint)
      ? ""
      : bySource(checkpoint.source, voice),
    markSpoken(verdictsOf(entry), voice),
    checkpoint.pinned ? l10n.t("pinned") : "",
    isBaseline ? l10n.t("baseline") : "",
    isHere ? hereText() : "",
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

/** The verdicts about a row: with several folders, about any of their checkpoints. */
export function verdictsOf(entry: Entry): Verdict[] {
  return entry.members.flatMap(({ checkpoint }) => checkpoint.verdicts);
}

/** Nobody names an automatic checkpoint: what it holds says more than its kind. */
function labelOf(checkpoint: Checkpoint, count: number): string {
  if (checkpoint.name === null && checkpoint.kind === "automatic")
    return count === 1
      ? l10n.t("1 file changed")
      : count === 0
        ? kindName("automatic", voice)
        : l10n.t("{0} files changed", count);
  return shorten(checkpointTitle(checkpoint, voice), 120);
}

/** The label of an automatic checkpoint counts the files, unless git changed them. */
function saysCount({ kind, source }: Checkpoint): boolean {
  return kind === "automatic" && source !== "git";
}

/** Its name says who changed them: “12 files changed by codex”. */
function saysSource({ kind, name }: Checkpoint): boolean {
  return kind === "automatic" && name !== null;
}

export function hereText(): string {
  return l10n.t("you are here");
}
