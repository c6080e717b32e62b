import { filesText } from "../../wording/counts";
import { authorName, linesText } from "../../wording/deeds";
import { marksText, momentsText } from "../../wording/timeline";
import { l10n } from "../text/l10n";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";
import type { Bar, StripLane, StripMark } from "./protocol";
import type { Span } from "./timeSpan";

const LONGEST_TITLE = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(
  atMs: number,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known.format(atMs);
}

/** Returns a time as exactly as a span of this length needs it, with the day unless it is today. */
export function timeText(atMs: number, nowMs: number, locale: string): string {
  const clock = {
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
  } as const;
  const isToday =
    new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  if (isToday) return format(atMs, locale, clock);
  const isYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return format(atMs, locale, {
    ...{ month: "short", day: "numeric" },
    ...(isYear ? {} : { year: "numeric" }),
    ...clock,
  });
}

/** Returns the part of time that a bucket stands for. */
export function bucketText(
  { fromMs, toMs }: Span,
  nowMs: number,
  locale: string,
): string {
  if (toMs - fromMs >= DAY_MS) {
    const day = { month: "short", day: "numeric" } as const;
    return `${format(fromMs, locale, day)} – ${format(toMs, locale, day)}`;
  }
  const from = timeText(fromMs, nowMs, locale);
  const isShort = toMs - fromMs < 2000;
  if (isShort) return from;
  return `${from} – ${format(toMs, locale, { hour: "numeric", minute: "2-digit", second: "2-digit" })}`;
}

/** Returns what a bar says: who, how much. When and which prompt are said beside it. */
export function barText(lane: Pick<StripLane, "source">, bar: Bar): string {
  const [, moments, files, added, removed] = bar;
  return [
    authorName(lane.source, voice),
    filesText(files, voice),
    added >= 0 ? linesText({ added, removed }) : "",
    moments > 1 ? momentsText(moments, voice) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns what a mark says: its name, or what it is, and how many there are. */
export function markText({ kind, title, count }: StripMark): string {
  const what = marksText(kind, count, voice);
  if (title === null) return what;
  const name = shortenAtWord(title, LONGEST_TITLE);
  switch (kind) {
    case "passed":
      return l10n.t("{0} passed", name);
    case "failed":
      return l10n.t("{0} failed", name);
    case "prompt":
      return l10n.t("Prompt: {0}", name);
    default:
      return count > 1 ? `${name} (${what})` : name;
  }
}

export function thinnedText(
  atMs: number,
  nowMs: number,
  locale: string,
): string {
  return l10n.t(
    "Before {0} only the states of checkpoints are kept",
    timeText(atMs, nowMs, locale),
  );
}
