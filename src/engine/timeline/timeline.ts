import type { Timeline, TimelineLane } from "../../answers/timeline";
import type { TimelineRequest } from "../api";
import type { Context } from "../context";
import { linesBetween } from "../deeds/deedChanges";
import { firstLine } from "../deeds/listDeeds";
import { problem } from "../model/errors";
import { isoTime } from "../model/isoTime";
import { parseEndTime, parseTime } from "../model/reference";
import {
  bucketOf,
  sumLanes,
  sumMarks,
  type AddMoment,
  type MarkFact,
  type TimelineWindow,
} from "../model/timelineBuckets";
import { restOfFirstCapture } from "../store/index/queries/deeds";
import { changesBetween } from "../store/index/queries/snapshots";
import {
  checkpointedMomentsBefore,
  marksBetween,
} from "../store/index/queries/timeline";
import {
  changedFiles,
  firstAbove,
  momentColumns,
  type MomentColumns,
} from "./momentColumns";
import {
  momentMatcher,
  workspacePathOf,
  type MomentMatcher,
} from "./momentMatcher";

const USUAL_BUCKETS = 200;
const MOST_BUCKETS = 2000;
/** With more changed files in the window than this, lines are not counted. */
const MAX_COUNTED = 200;

/**
 * Returns sums for a part of the history: what each author changed in each of a number of
 * buckets, and what else happened. The very first moment is in no lane: it is the folder as it
 * was found. Imported states were never in the folder, so they are left out.
 */
export function timeline(
  context: Context,
  request: TimelineRequest = {},
): Timeline {
  const columns = momentColumns(context);
  const nowMs = context.clock.now();
  const window = windowOf(request, columns.atMs[0] ?? nowMs, nowMs);
  const start = firstAbove(columns.atMs, window.fromMs - 1);
  const end = firstAbove(columns.atMs, window.toMs);
  const matcher = momentMatcher(context, columns, request);
  const moments = meant(context, columns, matcher);
  const eachShown = (add: AddMoment) => moments.each(start, end, add);
  const lanes = sumLanes(window, eachShown);
  if (request.lines === true)
    addLines(context, request, window, lanes, eachShown);
  return {
    from: isoTime(window.fromMs),
    to: isoTime(window.toMs),
    buckets: window.buckets,
    start: timeAt(columns, 0),
    end: timeAt(columns, columns.n.length - 1),
    moments: moments.count(),
    thinnedUntil: thinnedUntil(context, columns),
    lanes,
    marks: sumMarks(
      window,
      marksIn(context, columns, request, window, start, end).filter(
        matcher.isMarkMeant,
      ),
    ).map(({ atMs, title, ...mark }) => ({
      ...mark,
      at: isoTime(atMs),
      title: title === null ? null : firstLine(title) || null,
    })),
  };
}

function windowOf(
  { from, to, buckets = USUAL_BUCKETS }: TimelineRequest,
  startMs: number,
  nowMs: number,
): TimelineWindow {
  if (!Number.isInteger(buckets) || buckets < 1 || buckets > MOST_BUCKETS)
    throw problem("bad-limit");
  const fromMs = from === undefined ? startMs : parseTime(from, nowMs);
  const toMs = to === undefined ? nowMs : parseEndTime(to, nowMs);
  return { fromMs, toMs: Math.max(fromMs + 1, toMs), buckets };
}

function timeAt({ atMs }: MomentColumns, i: number): string | null {
  return atMs[i] === undefined ? null : isoTime(atMs[i]);
}

/** The moments that a request means. The first capture is the folder as it was found. */
function meant(
  context: Context,
  { n, atMs, source, imports }: MomentColumns,
  { isFiltered, isMeant, ofPath }: MomentMatcher,
) {
  const rest = restOfFirstCapture(context.store.index);
  const isChange = (i: number) =>
    n[i] !== 1 &&
    source[i] !== "import" &&
    !rest.has(n[i]!) &&
    (!isFiltered || isMeant(i));
  return {
    count(): number {
      if (!isFiltered) return n.length - imports;
      let count = 0;
      for (let i = 0; i < n.length; i++) if (isChange(i)) count++;
      return count;
    },
    each(start: number, end: number, add: AddMoment): void {
      if (start >= end) return;
      const files = ofPath ?? changedFiles(context, n[start]!, n[end - 1]!);
      for (let i = start; i < end; i++)
        if (isChange(i)) add(n[i]!, atMs[i]!, source[i]!, files[n[i]!] ?? 0);
    },
  };
}

/** Counts lines where few enough files changed for reading them all. */
function addLines(
  context: Context,
  { path }: TimelineRequest,
  window: TimelineWindow,
  lanes: readonly TimelineLane[],
  eachShown: (add: AddMoment) => void,
): void {
  if (lanes.reduce((sum, { files }) => sum + files, 0) > MAX_COUNTED) return;
  const own = workspacePathOf(path);
  const isMeant = (changed: string) =>
    own === null || changed === own || changed.startsWith(own + "/");
  eachShown((n, atMs, source) => {
    const lane = lanes.find((each) => each.source === source)!;
    const at = bucketOf(window, atMs);
    const bucket = lane.buckets.find((each) => each.bucket === at)!;
    bucket.lines ??= { added: 0, removed: 0 };
    for (const change of changesBetween(context.store.index, n - 1, n)) {
      if (change.layer !== "disk" || change.released) continue;
      if (!isMeant(change.path)) continue;
      const lines = linesBetween(context, change.before, change.after);
      bucket.lines.added += lines?.added ?? 0;
      bucket.lines.removed += lines?.removed ?? 0;
    }
  });
}

/** The time before which only the states of checkpoints are kept. */
function thinnedUntil(
  { store: { index } }: Context,
  columns: MomentColumns,
): string | null {
  const pruned = index.metaNumber("pruned");
  if (checkpointedMomentsBefore(index, pruned) >= pruned - 1) return null;
  return timeAt(columns, firstAbove(columns.n, pruned - 1));
}

/**
 * The marks in the window. Each refers to a moment, which has a corrected time: it is placed
 * between that and the next moment's.
 */
function marksIn(
  { store: { index }, clock }: Context,
  { n, atMs }: MomentColumns,
  filter: TimelineRequest,
  { fromMs, toMs }: TimelineWindow,
  start: number,
  end: number,
): MarkFact[] {
  const from = start > 0 ? n[start - 1]! : 0;
  const to = end < n.length ? n[end]! - 1 : index.lastMoment;
  const nowMs = clock.now();
  return marksBetween(index, from, to, filter)
    .map((mark) => {
      const next = firstAbove(n, mark.moment);
      const earliest = next > 0 ? atMs[next - 1]! : (atMs[0] ?? mark.atMs);
      const latest = Math.max(earliest, atMs[next] ?? nowMs);
      return {
        ...mark,
        atMs: Math.min(Math.max(mark.atMs, earliest), latest),
      };
    })
    .filter((mark) => mark.atMs >= fromMs && mark.atMs <= toMs);
}
