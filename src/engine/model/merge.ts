import { diff3MergeRegions } from "node-diff3";
import { isBinary } from "./binary";
import { asBuffer } from "./exactText";
import { lineChanges, splitLines, type LineChange } from "./lineChanges";

export interface MergeRequest {
  base: Uint8Array;
  ours: Uint8Array;
  theirs: Uint8Array;
  /** Names of the sides in conflict markers. */
  labels?: { ours: string; theirs: string } | undefined;
  /** Resolves conflicting lines with this side; everything else is merged as usual. */
  favor?: "ours" | "theirs";
}

export type Merged =
  | { ok: true; bytes: Uint8Array }
  /** `merged` contains git's markers; null for binary content, which is never merged. */
  | { ok: false; merged: Uint8Array | null; conflicts: number };

/**
 * Three-way merge by lines, like `git merge-file`: changes to the same or adjacent
 * lines conflict unless they are equal. Works on bytes, so the encoding, line
 * endings and a missing final newline are preserved.
 */
export function merge3(request: MergeRequest): Merged {
  const { base, ours, theirs, labels, favor } = request;
  if (isEqual(ours, theirs) || isEqual(base, theirs))
    return { ok: true, bytes: ours };
  if (isEqual(base, ours)) return { ok: true, bytes: theirs };
  if (isBinary(base) || isBinary(ours) || isBinary(theirs))
    return { ok: false, merged: null, conflicts: 1 };

  const out: string[] = [];
  const marks = markers(labels, splitLines(ours)[0] ?? "");
  let conflicts = 0;
  for (const region of regions(base, ours, theirs)) {
    if (typeof region === "string") out.push(region);
    else if (favor) out.push(region[favor]);
    else {
      conflicts++;
      out.push(conflictText(region, marks));
    }
  }
  const bytes = Buffer.from(out.join(""), "latin1");
  return conflicts === 0
    ? { ok: true, bytes }
    : { ok: false, merged: bytes, conflicts };
}

interface Collision {
  ours: string;
  theirs: string;
}

/** The library's result; its own types are loose. */
interface Region {
  stable: boolean;
  bufferContent?: number[];
  aContent?: number[];
  bContent?: number[];
}

/**
 * The library searches for equal items in quadratic time, so it gets few of them:
 * lines between which neither side changed anything become one item, and two items
 * are equal only where `lineChanges` found an unchanged line.
 */
function regions(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): (string | Collision)[] {
  const lines = splitLines(base);
  const sides = [ours, theirs].map((side) => {
    const sideLines = splitLines(side);
    return { lines: sideLines, changes: lineChanges(lines, sideLines) };
  }) as [Side, Side];
  const items = new Items(lines, sides);
  const merged = diff3MergeRegions(
    items.of(sides[0]),
    items.base,
    items.of(sides[1]),
  ) as Region[];
  return merged.map((region) => {
    if (region.stable) return items.text(region.bufferContent);
    const collision = {
      ours: items.text(region.aContent),
      theirs: items.text(region.bContent),
    };
    return collision.ours === collision.theirs ? collision.ours : collision;
  });
}

interface Side {
  lines: string[];
  changes: LineChange[];
}

/**
 * Runs of base lines that both sides treat alike, each with a number; then the new
 * lines.
 */
class Items {
  readonly base: number[] = [];
  private readonly texts: string[] = [];
  /** The first base line of each run, in ascending order. */
  private readonly starts: number[];

  constructor(lines: string[], sides: Side[]) {
    const cuts = new Set<number>([0]);
    for (const { changes } of sides)
      for (const { oldStart, oldCount } of changes)
        cuts.add(oldStart).add(oldStart + oldCount);
    this.starts = [...cuts]
      .filter((at) => at < lines.length)
      .sort((a, b) => a - b);
    this.starts.forEach((start, i) => {
      this.base.push(this.add(lines.slice(start, this.starts[i + 1])));
    });
  }

  of({ lines, changes }: Side): number[] {
    const out: number[] = [];
    let run = 0;
    const upTo = (line: number, isKept: boolean) => {
      for (; run < this.starts.length && this.starts[run]! < line; run++)
        if (isKept) out.push(this.base[run]!);
    };
    for (const { oldStart, oldCount, newStart, newCount } of changes) {
      upTo(oldStart, true);
      if (newCount > 0)
        out.push(this.add(lines.slice(newStart, newStart + newCount)));
      upTo(oldStart + oldCount, false);
    }
    upTo(Infinity, true);
    return out;
  }

  text(items: number[] = []): string {
    return items.map((item) => this.texts[item]).join("");
  }

  private add(lines: string[]): number {
    return this.texts.push(lines.join("")) - 1;
  }
}

interface Marks {
  start: string;
  middle: string;
  end: string;
  lineEnd: string;
}

/** Markers use the file's line ending. */
function markers(labels: MergeRequest["labels"], firstLine: string): Marks {
  const lineEnd = firstLine.endsWith("\r\n") ? "\r\n" : "\n";
  const mark = (sign: string, label: string | undefined) =>
    (label ? `${sign} ${latin1(label)}` : sign) + lineEnd;
  return {
    start: mark("<<<<<<<", labels?.ours),
    middle: mark("=======", undefined),
    end: mark(">>>>>>>", labels?.theirs),
    lineEnd,
  };
}

/** Equal lines at the start and end of both sides are not part of the conflict. */
function conflictText(collision: Collision, marks: Marks): string {
  const ours = splitLines(Buffer.from(collision.ours, "latin1"));
  const theirs = splitLines(Buffer.from(collision.theirs, "latin1"));
  const shorter = Math.min(ours.length, theirs.length);
  let head = 0;
  while (head < shorter && ours[head] === theirs[head]) head++;
  let tail = 0;
  while (tail < shorter - head && ours.at(-1 - tail) === theirs.at(-1 - tail))
    tail++;
  const part = (lines: string[]) => {
    const text = lines.slice(head, lines.length - tail).join("");
    return text === "" || text.endsWith("\n") ? text : text + marks.lineEnd;
  };
  return [
    ...ours.slice(0, head),
    marks.start,
    part(ours),
    marks.middle,
    part(theirs),
    marks.end,
    ...ours.slice(ours.length - tail),
  ].join("");
}

/** Encodes text as UTF-8 with one character per byte, like the lines. */
function latin1(text: string): string {
  return Buffer.from(text.replace(/[\r\n]+/g, " "), "utf8").toString("latin1");
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && asBuffer(a).equals(b);
}
