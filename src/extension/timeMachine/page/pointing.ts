import { barAt } from "../barPath";
import { markLooks, type MarkRow } from "../markLooks";
import type {
  Bar,
  Strip,
  StripFolder,
  StripLane,
  StripMark,
} from "../protocol";
import { shareOf, timeAt, type Span } from "../timeSpan";
import type { LaneRow } from "../laneRows";
import { CHECKS, EVENTS, FLAGS, type StripLayout } from "./layout";

/** What is under the pointer. */
export type Pointed =
  | { type: "bar"; folder: StripFolder; lane: StripLane; bar: Bar; span: Span }
  | { type: "mark"; mark: StripMark }
  /** The part of which retention has left only the checkpoints. */
  | { type: "thinned"; untilMs: number };

export function isSamePointed(
  a: Pointed | undefined,
  b: Pointed | undefined,
): boolean {
  if (a?.type === "bar") return b?.type === "bar" && a.bar === b.bar;
  if (a?.type === "mark") return b?.type === "mark" && a.mark === b.mark;
  return a !== undefined && a.type === b?.type;
}

/** How far from something the pointer may be, in pixels. */
const REACH = 5;

export function pointedAt(
  strip: Strip,
  span: Span,
  layout: StripLayout,
  x: number,
  y: number,
): Pointed | undefined {
  const { width, eventsTop, checksTop } = layout;
  const row = rowAt(y, eventsTop, checksTop);
  if (row) {
    const marks = strip.folders.flatMap((folder) => folder.marks);
    const mark = markAt(marks, row, (ms) => shareOf(span, ms) * width, x);
    return mark && { type: "mark", mark };
  }
  const lane = layout.rows.find(
    ({ top, height }) => y >= top && y < top + height,
  )?.row;
  if (lane?.type !== "lane") return undefined;
  return (
    barUnder(strip, span, lane, layout.width, x) ??
    thinnedUnder(lane.folder, timeAt(span, x / width))
  );
}

function barUnder(
  strip: Strip,
  span: Span,
  lane: LaneRow & { type: "lane" },
  width: number,
  x: number,
): Pointed | undefined {
  const own = lane.folder.lanes.find(({ source }) => source === lane.source);
  const atMs = timeAt(span, x / width);
  const share = shareOf(strip, atMs);
  const shown = shareOf(strip, span.toMs) - shareOf(strip, span.fromMs);
  const reach = (REACH / width) * shown * strip.buckets;
  const bar = own && barAt(own.bars, share, strip.buckets, reach);
  if (!bar) return undefined;
  const [bucket] = bar;
  return {
    ...{ type: "bar", folder: lane.folder, lane: own, bar },
    span: {
      fromMs: timeAt(strip, bucket / strip.buckets),
      toMs: timeAt(strip, (bucket + 1) / strip.buckets),
    },
  };
}

function thinnedUnder(
  { startMs, thinnedUntilMs }: StripFolder,
  atMs: number,
): Pointed | undefined {
  if (startMs === null || thinnedUntilMs === null) return undefined;
  return atMs >= startMs && atMs < thinnedUntilMs
    ? { type: "thinned", untilMs: thinnedUntilMs }
    : undefined;
}

function rowAt(
  y: number,
  eventsTop: number,
  checksTop: number | null,
): MarkRow | undefined {
  if (y < FLAGS) return "flags";
  if (y >= eventsTop && y < eventsTop + EVENTS) return "events";
  return checksTop !== null && y >= checksTop && y < checksTop + CHECKS
    ? "checks"
    : undefined;
}

function markAt(
  marks: readonly StripMark[],
  row: MarkRow,
  xOf: (ms: number) => number,
  x: number,
): StripMark | undefined {
  let [nearest, best]: [StripMark | undefined, number] = [undefined, REACH + 1];
  for (const mark of marks) {
    if (markLooks[mark.kind].row !== row) continue;
    const away = Math.abs(xOf(mark.atMs) - x);
    if (away < best) [nearest, best] = [mark, away];
  }
  return nearest;
}
