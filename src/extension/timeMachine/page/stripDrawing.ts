import { l10n } from "../../text/l10n";
import { axisTicks } from "../../../base/axisTicks";
import {
  amountOf,
  barPath,
  fullHeight,
  hasLines,
  type Amount,
} from "../barPath";
import { authorColor, themeColor } from "../colors";
import { markLooks } from "../markLooks";
import { flagLabels } from "../flagLabels";
import type { Bar, Strip, StripFolder, StripMark } from "../protocol";
import { markText } from "../stripText";
import { thinMarks, type PlacedMark } from "../thinMarks";
import { tickText } from "../tickText";
import { shareOf, type Span } from "../timeSpan";
import { svg } from "./element";
import { AXIS, EVENTS, FLAGS, type StripLayout } from "./layout";

const TICK_GAP = 84;
const FLAG_GAP = 12;
const ROOM_FOR_TEXT = 220;
const EVENT_GAP = 9;
/** A character of a label takes about this much. */
const CHARACTER = 6.2;

/** Draws a strip: with its own data, but for the span that is shown now. */
export function drawStrip(
  root: SVGElement,
  strip: Strip,
  span: Span,
  layout: StripLayout,
  locale: string,
): void {
  const { width, height } = layout;
  const xOf = (ms: number) => shareOf(span, ms) * width;
  const at = (ms: number) => Math.round(xOf(ms) * 10) / 10;
  const left = xOf(strip.fromMs);
  const box = { left, width: xOf(strip.toMs) - left, buckets: strip.buckets };
  const marks = strip.folders.flatMap((folder) => folder.marks);
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  root.replaceChildren(
    ...before(strip.folders, layout, at),
    ...thinned(layout, at),
    ...axis(span, layout, at, locale),
    ...lanes(strip, layout, box),
    ...flags(marks, layout, xOf),
    ...markRow(
      thinMarks(marks, "events", xOf, width, EVENT_GAP),
      layout.eventsTop,
    ),
    ...(layout.checksTop === null
      ? []
      : markRow(
          thinMarks(marks, "checks", xOf, width, EVENT_GAP),
          layout.checksTop,
        )),
  );
}

/** How much the bars stand for, and the amount that is as high as a lane. */
export function scaleOf(strip: Strip): { amount: Amount; most: number } {
  const bars = strip.folders.flatMap(({ lanes: all }) =>
    all.flatMap((lane) => lane.bars),
  );
  const amount = amountOf(hasLines(bars));
  return { amount, most: fullHeight(bars, amount) };
}

function lanes(
  strip: Strip,
  { rows, width }: StripLayout,
  box: { left: number; width: number; buckets: number },
): SVGElement[] {
  const { amount, most } = scaleOf(strip);
  return rows.flatMap(({ row, top, height }) => {
    if (row.type === "folder") return [];
    const bars: readonly Bar[] =
      row.folder.lanes.find(({ source }) => source === row.source)?.bars ?? [];
    const path = svg("path", {
      class: "bars",
      transform: `translate(0 ${top + 3})`,
      d: barPath(bars, amount, { ...box, height: height - 4, most }),
    });
    path.style.fill = authorColor(row.source);
    const y = top + height - 0.5;
    return [svg("path", { class: "base", d: `M0 ${y}H${width}` }), path];
  });
}

/** The time before the history began. */
function before(
  folders: readonly StripFolder[],
  { width, axisTop }: StripLayout,
  at: (ms: number) => number,
): SVGElement[] {
  const starts = folders.flatMap(({ startMs }) => startMs ?? []);
  const end = Math.min(width, at(Math.min(...starts)));
  if (starts.length === 0 || end < 0.5) return [];
  const shade = svg("rect", {
    ...{ class: "before", x: 0, y: FLAGS, width: end },
    height: axisTop - FLAGS,
  });
  if (end <= ROOM_FOR_TEXT) return [shade];
  const place = { x: end / 2, y: (FLAGS + axisTop) / 2 };
  const text = l10n.t("Nothing was recorded before");
  return [shade, svg("text", { class: "before-text", ...place }, text)];
}

/** The lanes of a folder are hatched where retention has left only the states of checkpoints. */
function thinned(
  { rows, width }: StripLayout,
  at: (ms: number) => number,
): SVGElement[] {
  const hatched = rows.flatMap(({ row: { type, folder }, top, height }) => {
    const { startMs, thinnedUntilMs } = folder;
    if (type === "folder" || startMs === null || thinnedUntilMs === null)
      return [];
    const x = Math.max(0, at(startMs));
    const end = Math.min(width, at(thinnedUntilMs));
    if (end - x < 0.5) return [];
    return svg("rect", {
      ...{ class: "thinned", x, y: top, width: end - x, height },
    });
  });
  return hatched.length === 0 ? [] : [hatch(), ...hatched];
}

function hatch(): SVGElement {
  return svg(
    "defs",
    {},
    svg(
      "pattern",
      {
        ...{ id: "thinned", width: 6, height: 6 },
        ...{ patternUnits: "userSpaceOnUse" },
        patternTransform: "rotate(45)",
      },
      svg("path", { class: "hatch", d: "M0 0V6" }),
    ),
  );
}

function axis(
  span: Span,
  { width, axisTop }: StripLayout,
  at: (ms: number) => number,
  locale: string,
): SVGElement[] {
  return axisTicks(span, width, TICK_GAP).flatMap((tick) => {
    const x = at(tick.atMs);
    const text = tickText(tick, locale);
    // A text at an edge stays inside.
    const half = (text.length * CHARACTER) / 2;
    const textX = Math.min(Math.max(x, half), width - half);
    return [
      svg("path", {
        class: tick.unit === "day" ? "grid day" : "grid",
        d: `M${x} ${FLAGS}V${axisTop + 3}`,
      }),
      svg("text", { class: "tick", x: textX, y: axisTop + AXIS - 5 }, text),
    ];
  });
}

/** Flags with their names where there is room, each with a line through all lanes. */
function flags(
  marks: readonly StripMark[],
  { width, axisTop }: StripLayout,
  xOf: (ms: number) => number,
): SVGElement[] {
  const thin = thinMarks(marks, "flags", xOf, width, FLAG_GAP);
  const labels = flagLabels(
    thin.map(({ x, mark }) => ({ x, text: markText({ ...mark, count: 1 }) })),
    width,
  );
  return [
    ...thin.map(({ x, mark }) => {
      const line = svg("path", {
        class: `flag-line ${mark.kind}`,
        d: `M${round(x)} ${FLAGS - 2}V${axisTop}`,
      });
      line.style.stroke = themeColor(markLooks[mark.kind].color);
      return line;
    }),
    ...thin.map((placed) => glyph(placed, FLAGS / 2)),
    ...thin.flatMap(({ x, mark }, i) => {
      const text = labels[i] ?? "";
      if (text === "") return [];
      const at = { class: "flag", x: round(x + 9), y: FLAGS - 6 };
      const label = svg("text", at, text);
      label.style.fill = themeColor(markLooks[mark.kind].color);
      return label;
    }),
  ];
}

function markRow(placed: readonly PlacedMark[], top: number): SVGElement[] {
  return placed.map((each) => glyph(each, top + EVENTS / 2));
}

function glyph({ x, mark, others }: PlacedMark, y: number): SVGElement {
  const { shape, color } = markLooks[mark.kind];
  const isMany = others + mark.count > 1;
  const drawn = svg("path", {
    class: isMany ? "mark many" : "mark",
    d: shape,
    "fill-rule": "evenodd",
    transform: `translate(${round(x)} ${y})`,
  });
  drawn.style.fill = themeColor(color);
  return drawn;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
