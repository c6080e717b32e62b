import type { TimelineStop } from "../../answers/timeline";
import type { StopRequest, StopStep } from "../api";
import type { Context } from "../context";
import { firstLine } from "../deeds/listDeeds";
import { isKept } from "../history/resolveRef";
import { problem } from "../model/errors";
import { isoTime } from "../model/isoTime";
import { parseTime } from "../model/reference";
import {
  checkpointName,
  checkpointKnownAt,
} from "../store/index/queries/checkpoints";
import { promptAt } from "../store/index/queries/threads";
import {
  nextCheckpointMoment,
  nextPromptMoment,
} from "../store/index/queries/timeline";
import { firstAbove, momentColumns, type MomentColumns } from "./momentColumns";
import { momentMatcher } from "./momentMatcher";

/**
 * Returns the kept state at a time, which is the last one up to it, or the one a step away from
 * a moment; null if there is none.
 */
export function timelineStop(
  context: Context,
  request: StopRequest,
): TimelineStop | null {
  const columns = momentColumns(context);
  const moment =
    request.at === undefined
      ? stepFrom(context, columns, request)
      : stopAtTime(
          context,
          columns,
          parseTime(request.at, context.clock.now()),
        );
  return moment === null ? null : stopOf(context, columns, moment);
}

function stopAtTime(
  context: Context,
  columns: MomentColumns,
  atMs: number,
): number | null {
  const last = columns.n[firstAbove(columns.atMs, atMs) - 1] ?? 0;
  return (
    nearestKept(context, columns, last, true) ??
    nearestKept(context, columns, last, false)
  );
}

/** The nearest kept moment from this one on. */
function nearestKept(
  context: Context,
  columns: MomentColumns,
  from: number,
  isBack: boolean,
  isMeant: (i: number) => boolean = () => true,
): number | null {
  const { n, source } = columns;
  const by = isBack ? -1 : 1;
  let i = isBack ? firstAbove(n, from) - 1 : firstAbove(n, from - 1);
  for (; i >= 0 && i < n.length; i += by)
    if (source[i] !== "import" && isMeant(i) && isKept(context, n[i]!))
      return n[i]!;
  return null;
}

function stepFrom(
  context: Context,
  columns: MomentColumns,
  request: StopRequest,
): number | null {
  const { moment, by = "moment", isBack = false } = request;
  if (!Number.isInteger(moment)) throw problem("bad-limit");
  if (by === "here")
    return (
      nearestKept(context, columns, moment!, true) ??
      nearestKept(context, columns, moment!, false)
    );
  if (by === "end")
    return isBack
      ? nearestKept(context, columns, 1, false)
      : nearestKept(context, columns, context.store.index.lastMoment, true);
  const next = target(context, columns, moment!, by, isBack);
  if (next === null) return null;
  return nearestKept(
    context,
    columns,
    next,
    isBack,
    by === "moment"
      ? momentMatcher(context, columns, request).isMeant
      : undefined,
  );
}

/** Where the step leads, before it is known what is kept there. */
function target(
  { store: { index } }: Context,
  columns: MomentColumns,
  moment: number,
  by: Exclude<StopStep, "here" | "end">,
  isBack: boolean,
): number | null {
  switch (by) {
    case "moment":
      return isBack ? moment - 1 : moment + 1;
    case "checkpoint":
      return nextCheckpointMoment(index, moment, isBack);
    case "turn":
      return nextPromptMoment(index, moment, isBack);
    case "day":
      return nextDay(columns, moment, isBack);
  }
}

/** The last moment of an earlier local day, or the first of a later one. */
function nextDay(
  { n, atMs }: MomentColumns,
  moment: number,
  isBack: boolean,
): number | null {
  const i = firstAbove(n, moment) - 1;
  const day = new Date(atMs[Math.max(0, i)] ?? 0);
  day.setHours(0, 0, 0, 0);
  if (isBack) return n[firstAbove(atMs, day.getTime() - 1) - 1] ?? null;
  day.setDate(day.getDate() + 1);
  return n[firstAbove(atMs, day.getTime() - 1)] ?? null;
}

function stopOf(
  context: Context,
  columns: MomentColumns,
  moment: number,
): TimelineStop {
  const { index } = context.store;
  const i = firstAbove(columns.n, moment) - 1;
  const thread = columns.thread[i] ?? null;
  const checkpoint = checkpointKnownAt(index, moment);
  const prompt = promptAt(index, thread, moment);
  const title = checkpoint?.name ?? prompt;
  const { length } = columns.n;
  return {
    moment,
    at: isoTime(columns.atMs[i]!),
    source: columns.source[i]!,
    title: title === null ? null : firstLine(title) || null,
    prompt: prompt === null ? null : firstLine(prompt) || null,
    checkpoint: checkpoint && checkpointName(index, checkpoint.number),
    isFirst: nearestKept(context, columns, moment - 1, true) === null,
    isLast:
      i === length - 1 ||
      nearestKept(context, columns, moment + 1, false) === null,
  };
}
