import type { MarkKind, Timeline, TimelineLane } from "../../answers/timeline";
import { axisTicks, type AxisTick } from "../../base/axisTicks";
import { mergeLanes } from "../../engine/model/timelineBuckets";
import { localTime } from "../../engine/model/localTime";
import { filesText } from "../../wording/counts";
import { authorName } from "../../wording/deeds";
import { marksText, momentsText } from "../../wording/timeline";
import { printable, type Paint } from "./text";
import { voice } from "./voice";
import { cutToWidth, widthOf } from "./width";
import { wrapItems, wrapText } from "./wrap";

const BARS = "▁▂▃▄▅▆▇█";
const LONGEST_NAME = 20;
const MIN_BUCKETS = 10;
/** Times on the axis may have seconds if less than this is shown. */
const SHORT_MS = 20 * 60_000;

/** How marks look, the most important first: a column has room for one. */
const MARKS: readonly (readonly [MarkKind, string, Parameters<Paint>[0]])[] = [
  ["feature", "★", "green"],
  ["named", "◆", "blue"],
  ["failed", "✗", "red"],
  ["restore", "↺", "yellow"],
  ["passed", "✓", "green"],
  ["git", "±", "magenta"],
  ["prompt", "›", "cyan"],
  ["guard", "·", "dim"],
  ["session", "|", "dim"],
];

/**
 * Draws a lane for each author, the marks below them, and the time. `read` returns the timeline
 * in as many buckets as there are columns beside the names.
 */
export function timelineLines(
  read: (buckets: number) => Timeline,
  { first, columns, buckets }: Size,
  paint: Paint,
): string[] {
  if (first.start === null) return ["Nothing is recorded yet."];
  // In a narrow terminal, names leave room for bars.
  const longest = Math.min(LONGEST_NAME, Math.floor(columns / 3));
  const nameOf = (source: string) => shortName(source, longest);
  const names = lanesOf(first).map(({ source }) => nameOf(source));
  const indent = Math.max(0, ...names.map(widthOf)) + 2;
  const room = Math.max(MIN_BUCKETS, columns - indent - 1);
  const timeline = read(Math.min(buckets ?? room, room));
  const lanes = lanesOf(timeline);
  const most = Math.max(
    1,
    ...lanes.flatMap((lane) => lane.buckets.map(({ files }) => files)),
  );
  const rows = lanes.map((lane) => {
    const name = nameOf(lane.source);
    const gap = " ".repeat(indent - widthOf(name));
    return `${name}${gap}${barsOf(lane, timeline.buckets, most)}`;
  });
  const margin = " ".repeat(indent);
  const legend = legendOf(timeline, paint);
  return [
    ...(rows.length > 0 ? rows : ["Nothing changed in this time."]),
    ...(legend.length > 0 ? [margin + marksRow(timeline, paint)] : []),
    margin + paint("dim", axis(timeline, room)),
    ...(legend.length > 0 ? ["", ...wrapItems(legend, columns)] : []),
    ...wrapText(summary(lanes, timeline), columns).map((line) =>
      paint("dim", line),
    ),
  ].map((line) => line.trimEnd());
}

interface Size {
  /** Has the authors, in any number of buckets. */
  first: Timeline;
  columns: number;
  buckets: number | undefined;
}

/** The person at the keyboard first, then by the number of changes. */
function lanesOf({ lanes }: Timeline): TimelineLane[] {
  const merged = mergeLanes(lanes, (source) => authorName(source, voice));
  const isPerson = ({ source }: TimelineLane) =>
    authorName(source, voice) === authorName("editor", voice);
  return merged.sort((a, b) => Number(isPerson(b)) - Number(isPerson(a)));
}

function shortName(source: string, longest: number): string {
  const name = printable(authorName(source, voice));
  return widthOf(name) > longest ? cutToWidth(name, longest - 1) + "…" : name;
}

/** By the square root, so that small changes are visible beside large ones. */
function barsOf(lane: TimelineLane, buckets: number, most: number): string {
  const row = Array<string>(buckets).fill(" ");
  for (const { bucket, files } of lane.buckets) {
    const share = Math.sqrt(files / most);
    const height = Math.ceil(share * BARS.length) - 1;
    row[bucket] = BARS[Math.max(0, height)]!;
  }
  return row.join("");
}

function marksRow({ marks, buckets }: Timeline, paint: Paint): string {
  const row = Array<string>(buckets).fill(" ");
  for (const [kind, sign, style] of [...MARKS].reverse())
    for (const mark of marks)
      if (mark.kind === kind) row[mark.bucket] = paint(style, sign);
  return row.join("");
}

function legendOf({ marks }: Timeline, paint: Paint): string[] {
  return MARKS.flatMap(([kind, sign, style]) => {
    const own = marks.filter((mark) => mark.kind === kind);
    const total = own.reduce((sum, { count }) => sum + count, 0);
    return total === 0
      ? []
      : [`${paint(style, sign)} ${marksText(kind, total, voice)}`];
  });
}

/** Round times, as many as fit, each at its column; at midnight it is the day. */
function axis({ from, to, buckets }: Timeline, room: number): string {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  // Of a time, with the gap after it.
  const width = toMs - fromMs < SHORT_MS ? 11 : 8;
  const ticks = axisTicks({ fromMs, toMs }, buckets, width);
  let row = "";
  for (const tick of ticks) {
    const share = (tick.atMs - fromMs) / Math.max(1, toMs - fromMs);
    const column = Math.min(buckets - 1, Math.floor(share * buckets));
    const text = `|${tickText(tick)}`;
    const hasRoom = row === "" || column > row.length;
    if (hasRoom && column + text.length <= room)
      row = row.padEnd(column) + text;
  }
  // Where no round time has room, when it begins is better than nothing.
  return row || `|${localTime(fromMs).slice(11, 19)}`;
}

function tickText({ atMs, unit }: AxisTick): string {
  const text = localTime(atMs);
  switch (unit) {
    case "second":
      return text.slice(11, 19);
    case "minute":
      return text.slice(11, 16);
    case "day":
      return text.slice(5, 10);
    case "month":
      return text.slice(0, 7);
    case "year":
      return text.slice(0, 4);
  }
}

function summary(lanes: readonly TimelineLane[], timeline: Timeline): string {
  const total = (of: (lane: TimelineLane) => number) =>
    lanes.reduce((sum, lane) => sum + of(lane), 0);
  const { from, to, thinnedUntil } = timeline;
  const span = `${localTime(Date.parse(from))} to ${localTime(Date.parse(to))}`;
  const moments = momentsText(
    total((lane) => lane.moments),
    voice,
  );
  const files = filesText(
    total((lane) => lane.files),
    voice,
  );
  const thinned =
    thinnedUntil === null
      ? ""
      : ` Before ${localTime(Date.parse(thinnedUntil))} only checkpoints are kept.`;
  return `${span}: ${moments}, ${files} changed.${thinned}`;
}
