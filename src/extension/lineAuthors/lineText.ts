import type { LineVersion } from "../../engine/api";
import { lineAuthor } from "../../wording/blame";
import { authorName } from "../../wording/deeds";
import { exactTime, shortTime, type TimeStyle } from "../../wording/times";
import { l10n } from "../text/l10n";
import { plain, shorten } from "../text/markdown";
import { voice } from "../text/voice";
import type { Share } from "./shares";
import type { ShownLine } from "./shownLines";

/** Returns who wrote a line: “Claude Code (claude-sonnet)”, “You (unsaved)”. */
export function authorText({ by }: ShownLine): string {
  return by === null
    ? lineAuthor(
        {
          ...{ age: "recorded", source: "editor" },
          ...{ model: null, subagent: null, unsaved: true },
        },
        voice,
      )
    : by.age === "older"
      ? l10n.t("Older than the history")
      : lineAuthor(by, voice);
}

/** Returns the quiet note behind a line: author, age and prompt. */
export function noteText(line: ShownLine, time: TimeStyle): string {
  const { by } = line;
  const isDated = by !== null && by.source !== null && !by.unsaved;
  const prompt = shorten(by?.prompt ?? "", 60);
  return [
    by?.source && !by.unsaved ? authorName(by.source, voice) : authorText(line),
    isDated ? shortTime(by.recordedAt, time, voice) : "",
    prompt && `“${prompt}”`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns everything known about a line's author, as markdown without its actions. */
export function hoverText(
  line: ShownLine,
  icon: string | undefined,
  locale: string,
): string {
  const { by } = line;
  const prompt = shorten(by?.prompt ?? "", 400);
  const facts = by === null ? [] : factsOf(by, locale);
  const who = `**${plain(authorText(line))}**`;
  return [
    icon === undefined ? who : `$(${icon}) ${who}`,
    prompt && `“${plain(prompt)}”`,
    facts.join("  \n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function factsOf(by: LineVersion, locale: string): string[] {
  if (by.age === "thinned")
    return [
      l10n.t(
        "Versions in between were removed to save space, so its author is not known.",
      ),
    ];
  if (by.age === "older")
    return [
      l10n.t(
        "It was there before recording began. If it is committed, git knows its author.",
      ),
    ];
  return [
    `$(clock) ${plain(exactTime(by.recordedAt, locale))}`,
    by.checkpoint === null
      ? ""
      : `$(bookmark) ${plain(l10n.t("First in checkpoint {0}", `#${by.checkpoint}`))}`,
  ].filter(Boolean);
}

/** Returns what a screen reader says of the authors of a file: “You 62%, Codex 38%”. */
export function sharesText(shares: readonly Share[]): string {
  return shares.map(shareText).join(", ");
}

export function shareText({ source, percent }: Share): string {
  return `${shareName(source)} ${percent}%`;
}

export function shareName(source: Share["source"]): string {
  return source === null ? l10n.t("Older") : authorName(source, voice);
}
