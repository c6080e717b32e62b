import type { MarkKind, Timeline, TimelineLane } from "../../answers/timeline";
import { mergeLanes } from "../../engine/model/timelineBuckets";
import { localTime } from "../../engine/model/localTime";
import { filesText } from "../../wording/counts";
import { authorName } from "../../wording/deeds";
import { marksText, momentsText } from "../../wording/timeline";
import { printable, type Paint } from "./text";
import { voice } from "./voice";
import { cutToWidth, widthOf } from "./width";

const BARS = "▁▂▃▄▅▆▇█";
const LONGEST_NAME = 20;
const MIN_BUCKETS = 10;
/** Times on the axis have seconds if less than this is shown. */
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
    margin + paint("dim", axis(timeline)),
    ...(legend.length > 0 ? ["", legend.join("  ")] : []),
    paint("dim", summary(lanes, timeline)),
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

function nameOf(source: string): string {
  const name = printable(authorName(source, voice));
  return widthOf(name) > LONGEST_NAME
    ? cutToWidth(name, LONGEST_NAME - 1) + "…"
    : name;
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

/** As many times as fit, each at the column where it begins. */
function axis({ from, to, buckets }: Timeline): string {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const isOneDay =
    localTime(fromMs).slice(0, 10) === localTime(toMs).slice(0, 10);
  const isShort = toMs - fromMs < SHORT_MS;
  const text = (ms: number) =>
    isOneDay
      ? localTime(ms).slice(11, isShort ? 19 : 16)
      : localTime(ms).slice(0, 16);
  const width = text(fromMs).length + 2;
  const steps = Math.max(1, Math.floor(buckets / width));
  let row = "";
  let last = "";
  for (let i = 0; i < steps; i++) {
    const column = Math.floor((i * buckets) / steps);
    const ms = fromMs + (column / buckets) * (toMs - fromMs);
    // In a short history several columns may be in the same second.
    if (text(ms) !== last) row = row.padEnd(column) + "|" + text(ms);
    last = text(ms);
  }
  return row;
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
