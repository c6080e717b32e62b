import type {
  MarkKind,
  TimelineBucket,
  TimelineLane,
} from "../../answers/timeline";
import type { Source } from "./checkpoint";

/** The part of the history that is shown, divided into buckets of equal length. */
export interface TimelineWindow {
  fromMs: number;
  toMs: number;
  buckets: number;
}

/** Takes what a moment adds to its bucket; not an object, because there may be very many. */
export type AddMoment = (
  n: number,
  atMs: number,
  source: Source,
  files: number,
) => void;

/** The bucket of a time in the window; its end belongs to the last one. */
export function bucketOf(
  { fromMs, toMs, buckets }: TimelineWindow,
  atMs: number,
): number {
  const share = (atMs - fromMs) / Math.max(1, toMs - fromMs);
  return Math.min(buckets - 1, Math.floor(share * buckets));
}

/** Sums up moments, given in order, by author and bucket. */
export function sumLanes(
  window: TimelineWindow,
  eachMoment: (add: AddMoment) => void,
): TimelineLane[] {
  const lanes = new Map<Source, TimelineLane>();
  eachMoment((n, atMs, source, files) => {
    let lane = lanes.get(source);
    if (!lane) {
      lane = { source, moments: 0, files: 0, buckets: [] };
      lanes.set(source, lane);
    }
    const bucket = bucketOf(window, atMs);
    let sum = lane.buckets[lane.buckets.length - 1];
    if (sum?.bucket !== bucket) {
      sum = { bucket, moments: 0, files: 0, lines: null, last: n };
      lane.buckets.push(sum);
    }
    sum.moments++;
    sum.files += files;
    sum.last = n;
    lane.moments++;
    lane.files += files;
  });
  return [...lanes.values()].sort(
    (a, b) => b.moments - a.moments || (a.source < b.source ? -1 : 1),
  );
}

/** Combines lanes that are one to a reader, such as the editor and the command line. */
export function mergeLanes(
  lanes: readonly TimelineLane[],
  keyOf: (source: Source) => string,
): TimelineLane[] {
  const merged = new Map<string, TimelineLane>();
  for (const lane of lanes) {
    const key = keyOf(lane.source);
    const known = merged.get(key);
    merged.set(key, known ? mergeTwo(known, lane) : lane);
  }
  return [...merged.values()];
}

function mergeTwo(a: TimelineLane, b: TimelineLane): TimelineLane {
  const buckets = new Map(a.buckets.map((one) => [one.bucket, one]));
  for (const one of b.buckets) {
    const other = buckets.get(one.bucket);
    buckets.set(one.bucket, other ? addUp(other, one) : one);
  }
  return {
    source: a.source,
    moments: a.moments + b.moments,
    files: a.files + b.files,
    buckets: [...buckets.values()].sort((x, y) => x.bucket - y.bucket),
  };
}

function addUp(a: TimelineBucket, b: TimelineBucket): TimelineBucket {
  return {
    bucket: a.bucket,
    moments: a.moments + b.moments,
    files: a.files + b.files,
    lines:
      a.lines && b.lines
        ? {
            added: a.lines.added + b.lines.added,
            removed: a.lines.removed + b.lines.removed,
          }
        : (a.lines ?? b.lines),
    last: Math.max(a.last, b.last),
  };
}

/** A mark before it has a bucket. */
export interface MarkFact {
  kind: MarkKind;
  atMs: number;
  moment: number;
  checkpoint: number | null;
  title: string | null;
  source: Source;
}

/** Keeps the newest mark of each kind and bucket and counts the others. */
export function sumMarks(
  window: TimelineWindow,
  facts: readonly MarkFact[],
): (MarkFact & { bucket: number; count: number })[] {
  const marks = new Map<string, MarkFact & { bucket: number; count: number }>();
  for (const fact of facts) {
    const bucket = bucketOf(window, fact.atMs);
    const key = `${fact.kind} ${bucket}`;
    const known = marks.get(key);
    const isNewer = !known || fact.atMs >= known.atMs;
    marks.set(key, {
      ...(isNewer ? fact : known),
      bucket,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...marks.values()].sort(
    (a, b) => a.atMs - b.atMs || a.moment - b.moment,
  );
}
