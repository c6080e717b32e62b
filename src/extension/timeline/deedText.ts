import type { Deed } from "../../engine/api";
import { baseOf } from "../../engine/model/workspacePath";
import { checkpointsText, filesText } from "../../wording/counts";
import {
  authorName,
  deedTitle,
  isDeletion,
  linesSpoken,
  linesText,
} from "../../wording/deeds";
import {
  briefAge,
  clockTime,
  exactTime,
  type TimeStyle,
} from "../../wording/times";
import { markSpoken, markText } from "../../wording/verdicts";
import { l10n } from "../text/l10n";
import { shorten, shortenAtWord, shortenName } from "../text/markdown";
import { voice } from "../text/voice";
import { hereText, type RowText } from "./rowText";
import { afterTime } from "./timeColumn";

const DAY_MS = 24 * 3_600_000;
/**
 * How much of a prompt a row shows; the tooltip has all of it. VS Code cuts a row at its end: this
 * leaves room for the counts in a side bar of 400 pixels. The time comes first at every width.
 */
export const PROMPT_LENGTH = 26;
/** The same for a prompt within a title, for a name that a person gave, and for a file's name. */
const QUOTED_LENGTH = 16;
const NAME_LENGTH = 36;
const FILE_LENGTH = 24;
const TITLE_LENGTH = 120;

export interface DeedContext {
  time: TimeStyle;
  /** True if the workspace is exactly as it was after the deed. */
  isHere: boolean;
  /** The folder's name, where the window has several. */
  folder: string | null;
  isBaseline: boolean;
}

/** Returns what the row of a deed says to the eye and to a screen reader. */
export function deedText(deed: Deed, context: DeedContext): RowText {
  const { time, isHere, folder, isBaseline } = context;
  const { kind, files, lines, restore, checkpoint, checkpoints } = deed;
  const title = shorten(deedTitle(deed, voice), TITLE_LENGTH);
  const changed = linesText(lines);
  const saysFiles =
    ["git", "rename", "edits"].includes(kind) || deed.title === null;
  const isEdits = kind === "edits";
  const steps = checkpoints.filter((each) => each.kind !== "guard").length;
  const parts = [
    // A narrow side bar cuts the end: what is looked for most comes first, and the sign
    // that a colour goes with.
    markText(deed.verdicts, voice),
    isHere ? hereText() : "",
    isBaseline ? l10n.t("baseline") : "",
    folder ?? "",
    restore?.state === "undone" ? l10n.t("undone") : "",
    kind === "session" || files === 0 || (saysFiles && kind !== "restore")
      ? ""
      : filesText(files, voice),
    isEdits ? "" : changed,
    isEdits && steps > 1 ? checkpointsText(steps, voice) : "",
    checkpoint && kind === "named" ? `#${checkpoint.number}` : "",
  ];
  const spoken = [
    title,
    kindSpoken(deed),
    // The kind has said that it was a restore.
    deed.author === "restore" ? "" : authorName(deed.author, voice),
    folder ?? "",
    exactTime(deed.at, time.locale),
    kind === "session" ? "" : filesText(files, voice),
    linesSpoken(lines, voice),
    markSpoken(deed.verdicts, voice),
    restore?.state === "undone" ? l10n.t("undone") : "",
    checkpoint?.pinned ? l10n.t("pinned") : "",
    isBaseline ? l10n.t("baseline") : "",
    isHere ? hereText() : "",
  ];
  // Of what was deleted, the number of lines says nothing.
  const showsLines = isEdits && changed !== "" && !isDeletion(deed);
  const shown = showsLines
    ? `${shortTitle(deed)} ${changed}`
    : shortTitle(deed);
  return {
    label: afterTime(when(deed, time), shown),
    description: parts.filter(Boolean).join(" · "),
    spoken: spoken.filter(Boolean).join(", "),
  };
}

/** The title of a row: prompts and names may be long, and the counts need room beside them. */
function shortTitle(deed: Deed): string {
  const { kind, restore, paths } = deed;
  const title = deedTitle(
    {
      ...deed,
      paths: paths.map((path) => shortenName(baseOf(path), FILE_LENGTH)),
      restore: restore && {
        ...restore,
        before: restore.before && shortenAtWord(restore.before, QUOTED_LENGTH),
        target: restore.target.replace(
          /“(.+)”/,
          (_, quoted: string) => `“${shortenAtWord(quoted, QUOTED_LENGTH)}”`,
        ),
      },
    },
    voice,
  );
  switch (kind) {
    case "turn":
      return shortenAtWord(title, PROMPT_LENGTH);
    case "named":
      return shortenAtWord(title, NAME_LENGTH);
    default:
      return shorten(title, TITLE_LENGTH);
  }
}

/** The shortest time that says it: an age today, the time of day before. */
export function when({ at, startedAt, kind }: Deed, time: TimeStyle): string {
  if (kind === "session") return clockTime(startedAt, time.locale);
  return briefTime(at, time);
}

export function briefTime(at: string, time: TimeStyle): string {
  const ageMs = Math.max(0, time.now - Date.parse(at));
  return time.format === "relative" && ageMs < DAY_MS
    ? briefAge(ageMs, voice)
    : clockTime(at, time.locale);
}

/** Returns what a deed is, for a screen reader. */
export function kindSpoken({ kind, checkpoint }: Deed): string {
  switch (kind) {
    case "turn":
      return l10n.t("turn");
    case "edits":
      return l10n.t("edits");
    case "rename":
      return l10n.t("rename");
    case "git":
      return l10n.t("git operation");
    case "restore":
      return l10n.t("restore");
    case "named":
      return checkpoint?.kind === "feature"
        ? l10n.t("feature checkpoint")
        : l10n.t("checkpoint");
    case "session":
      return l10n.t("session");
    case "guard":
      return l10n.t("guard checkpoint");
  }
}
