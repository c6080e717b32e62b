import type { Point } from "../api";
import type { Context } from "../context";
import type { Side } from "../model/changes";
import type { Checkpoint } from "../model/checkpoint";
import { stateTimeOf, titleOf } from "../model/checkpoint";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import { isoTime } from "../model/isoTime";
import { localTime } from "../model/localTime";
import type { Reference } from "../model/reference";
import { parseReference } from "../model/reference";
import { momentsWith } from "../model/verdicts";
import {
  checkpointAt,
  checkpointAtOrBefore,
  checkpointByNumber,
  checkpointsNamed,
  checkpointsWithId,
  checkpointToNameAt,
  hasCheckpointAt,
  newestCheckpoint,
  numberRange,
} from "../store/index/queries/checkpoints";
import {
  latestTime,
  momentUpToTime,
  timeOfMoment,
} from "../store/index/queries/moments";
import { exactVerdicts, verdictsAt } from "../store/index/queries/verdicts";
import { newestMoment, recordTimes } from "../recordTimes";

type VerdictReference = Extract<Reference, { kind: "verdict" }>;

/** Returns the point a reference names; its state is guaranteed to be kept. */
export function resolvePoint(context: Context, ref: string): Point {
  const reference = parseReference(ref, context.clock.now());
  switch (reference.kind) {
    case "number":
      return pointOf(
        checkpointByNumber(context.store.index, reference.number) ??
          missing(context, `#${reference.number}`),
      );
    case "latest":
      return pointOf(latest(context, reference.back) ?? missing(context, ref));
    case "moment":
      return momentPoint(context, reference.moment);
    case "verdict":
      return verdictPoint(context, reference);
    case "time":
      return timePoint(context, reference.at);
    case "workspace":
      return momentPoint(context, context.store.index.lastMoment);
    case "name":
      return pointOf(byName(context, reference.text, false));
    case "idOrName":
      return pointOf(byName(context, reference.text, true));
  }
}

/**
 * Guards are skipped: right after a restore the latest guard is the state just
 * replaced, and restoring `latest` again would bring that back.
 */
export function latest(context: Context, back = 0): Checkpoint | null {
  return newestCheckpoint(context.store.index, back);
}

/** Returns the checkpoint a reference names; throws if there is none. */
export function resolveCheckpoint(context: Context, ref: string): Checkpoint {
  const point = resolvePoint(context, ref);
  if (point.checkpoint) return point.checkpoint;
  const reference = point.label;
  throw problem("only-a-moment", { reference, ...known(context) });
}

export function sideOf(point: Point): Side {
  const { checkpoint } = point;
  return {
    label: point.label,
    moment: point.moment,
    checkpoint: checkpoint && {
      id: checkpoint.id,
      number: checkpoint.number,
      name: checkpoint.name,
    },
  };
}

/**
 * Like `sideOf`, for text that is stored: a moment's number would mean nothing to a
 * reader.
 */
export function namedSideOf(point: Point): Side {
  const side = sideOf(point);
  return side.label === `@${point.moment}` && point.at !== ""
    ? { ...side, label: localTime(Date.parse(point.at)) }
    : side;
}

/** The newest state, or an earlier one, on which a command passed or failed. */
function verdictPoint(
  context: Context,
  { outcome, label, back }: VerdictReference,
): Point {
  const { index } = context.store;
  const moments = momentsWith(outcome, exactVerdicts(index), label);
  const moment = moments[back];
  if (moment === undefined)
    throw problem("no-verdict", {
      outcome,
      label: label ?? null,
      found: moments.length,
    });
  const checkpoint = checkpointToNameAt(index, moment);
  return checkpoint ? pointOf(checkpoint) : momentPoint(context, moment);
}

function pointOf(checkpoint: Checkpoint): Point {
  return {
    moment: checkpoint.moment,
    at: stateTimeOf(checkpoint),
    label: `#${checkpoint.number} ${titleOf(checkpoint)}`,
    checkpoint,
    verdicts: checkpoint.verdicts,
  };
}

function momentPoint(context: Context, moment: number): Point {
  const { index } = context.store;
  const saidMs = timeOfMoment(index, moment);
  if (saidMs === null && (moment < 1 || moment > index.lastMoment))
    throw problem("unknown-moment", { moment, ...known(context) });
  assertKept(context, moment);
  const checkpoint = checkpointAt(index, moment);
  return {
    moment,
    at:
      saidMs === null
        ? checkpoint
          ? stateTimeOf(checkpoint)
          : ""
        : isoTime(likelyTime(context, moment, saidMs)),
    label: `@${moment}`,
    checkpoint,
    verdicts: verdictsAt(index, moment),
  };
}

function timePoint(context: Context, atMs: number): Point {
  const saidMs = latestTime(context.store.index);
  if (saidMs === null) throw problem("no-history");
  const label = localTime(atMs);
  const nowMs = context.clock.now();
  // A time in the future may still be the recorded time of a moment.
  if (atMs > nowMs && atMs <= saidMs)
    return latestByClock(context, atMs, label);
  const times = recordTimes(context);
  const [first] = times.moments.values();
  const firstMs = first!.atMs;
  const latestMs = Math.max(nowMs, saidMs);
  if (atMs > latestMs && label !== localTime(latestMs))
    throw problem("time-in-future", { at: isoTime(atMs), now: isoTime(nowMs) });
  // Times are displayed to the second, so the displayed time of the first moment
  // means that moment.
  if (atMs < firstMs && label !== localTime(firstMs))
    throw problem("time-before-history", {
      at: isoTime(atMs),
      begins: isoTime(firstMs),
    });
  const untilMs = Math.max(atMs, firstMs);
  const moment = newestMoment(times, (time) => time.atMs <= untilMs);
  return { ...momentPoint(context, moment), label };
}

/** The last moment up to a time, according to the recorded clock times. */
function latestByClock(context: Context, atMs: number, label: string): Point {
  const moment = momentUpToTime(context.store.index, atMs);
  return { ...momentPoint(context, moment), label };
}

/** The recorded clock time, unless it is in the future. */
function likelyTime(context: Context, moment: number, said: number): number {
  if (said <= context.clock.now()) return said;
  return recordTimes(context).moments.get(moment)?.atMs ?? said;
}

/**
 * A moment can be restored while its versions are kept: within the recent window,
 * or at a checkpoint.
 */
export function isKept({ store }: Context, moment: number): boolean {
  const { index } = store;
  return moment >= index.metaNumber("pruned") || hasCheckpointAt(index, moment);
}

export function assertKept(context: Context, moment: number): void {
  if (isKept(context, moment)) return;
  const near = checkpointAtOrBefore(context.store.index, moment);
  throw problem("moment-not-kept", {
    moment,
    nearest: near?.number ?? null,
    nearestAt: near ? stateTimeOf(near) : null,
  });
}

function byName(context: Context, text: string, isId: boolean): Checkpoint {
  const { index } = context.store;
  if (isId && /^[0-9a-z]{4,18}$/.test(text)) {
    const ids = checkpointsWithId(index, text);
    if (ids.length === 1) return ids[0]!;
    if (ids.length > 1) throw ambiguous(text, ids);
  }
  const named = checkpointsNamed(index, text);
  if (named.length === 1) return named[0]!;
  if (named.length > 1) throw ambiguous(text, named);
  const name = text.slice(0, 100);
  throw problem("unknown-name", { name, ...known(context) });
}

function ambiguous(text: string, found: Checkpoint[]): CheckpointError {
  return problem("several-checkpoints", {
    reference: text.slice(0, 100),
    numbers: found.map((c) => c.number),
    times: found.map(stateTimeOf),
  });
}

function missing(context: Context, reference: string): never {
  throw problem("unknown-checkpoint", { reference, ...known(context) });
}

/** The existing checkpoints, for the error about an unknown one. */
function known(context: Context): {
  first: number | null;
  last: number | null;
} {
  return numberRange(context.store.index) ?? { first: null, last: null };
}
