import type { RevertRequest } from "../api";
import type { Context } from "../context";
import { resolveCheckpoint, resolvePoint } from "../history/resolveRef";
import { assertKnownSource } from "../history/sources";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import { localTime } from "../model/localTime";
import { changesName } from "../model/names";
import type { ChangesOf } from "../model/problems";
import { isoTime } from "../model/isoTime";
import type { ThreadMessage } from "../model/thread";
import { momentBefore } from "../store/index/queries/moments";
import type { UncertainMoment } from "../store/index/queries/heard";
import { uncertainMoments } from "../store/index/queries/heard";
import {
  hasMomentOf,
  momentsOfSource,
  momentsOfThread,
  timeOfMoment,
} from "../store/index/queries/moments";
import {
  findMessage,
  hasOtherThread,
  momentOfDeletion,
  sourceOfThread,
} from "../store/index/queries/threads";
import { threadDetail } from "../threads/threads";

/** A range of history to revert: everything after `from`, up to and including `to`. */
export interface Segment {
  from: number;
  to: number;
}

export interface ChangesToRevert {
  /** Newest first: later changes are reverted before earlier ones. */
  segments: Segment[];
  label: string;
  /** Moments that may belong to the request but are not reverted. */
  maybe: UncertainMoment[];
}

/** Resolves a revert request to ranges of history. */
export function changesToRevert(
  context: Context,
  request: RevertRequest,
): ChangesToRevert {
  const given = [request.ref, request.source, request.thread].filter(
    (x) => x !== undefined,
  );
  if (given.length !== 1) throw problem("revert-what");
  if (request.ref !== undefined)
    return changesOfCheckpoint(context, request.ref);
  if (request.thread !== undefined) return changesOfThread(context, request);
  return changesOfSource(context, request);
}

function changesOfCheckpoint(context: Context, ref: string): ChangesToRevert {
  const checkpoint = resolveCheckpoint(context, ref);
  const from = momentBefore(context.store.index, checkpoint);
  if (from === 0) throw problem("revert-first", { number: checkpoint.number });
  return {
    segments: [{ from, to: checkpoint.moment }],
    label: `#${checkpoint.number}`,
    maybe: [],
  };
}

function changesOfSource(
  context: Context,
  request: RevertRequest,
): ChangesToRevert {
  const { since } = request;
  const source = request.source!;
  const of = { source };
  const window = kept(
    context,
    of,
    since === undefined ? undefined : resolvePoint(context, since).moment,
  );
  const { index } = context.store;
  const moments = momentsOfSource(index, source, window.after);
  const uncertain = uncertainMoments(index, window.after, NEVER).filter(
    ({ maybe }) => maybe.some((one) => one.source === source),
  );
  if (moments.length + uncertain.length > 0)
    return changesAt(
      moments,
      uncertain,
      changesName(of, window.since),
      request,
    );
  if (since === undefined && hasMomentOf(index, source))
    throw notKept(context, of);
  assertKnownSource(context, source);
  throw problem("changed-nothing", { of, since: since ?? null });
}

/** Moments that only possibly belong to the request are reverted only with `maybe`. */
function changesAt(
  moments: readonly number[],
  uncertain: UncertainMoment[],
  label: string,
  { maybe }: RevertRequest,
): ChangesToRevert {
  if (!maybe) return { segments: joined(moments), label, maybe: uncertain };
  const all = [...moments, ...uncertain.map(({ moment }) => moment)];
  const segments = joined(all.sort((a, b) => a - b));
  return { segments, label, maybe: [] };
}

function changesOfThread(
  context: Context,
  request: RevertRequest,
): ChangesToRevert {
  const { message } = request;
  const thread = request.thread!;
  const { index } = context.store;
  const { messages } = threadDetail(context, thread);
  const source = sourceOfThread(index, thread);
  const found =
    message === undefined ? undefined : findMessage(index, thread, message);
  if (found === null)
    throw problem("unknown-message", { thread, message: message! });
  const until = found ? endOf(context, found, messages) : NEVER;
  const of = { thread, message: found?.id ?? null };
  const window = kept(context, of, found?.moment);
  // If the agent has other threads, a moment without a thread may belong to one of
  // those.
  const agent = hasOtherThread(index, source, thread) ? null : source;
  const momentsAfter = (after: number) =>
    momentsOfThread(index, thread, { after, upTo: until }, agent);
  const moments = momentsAfter(window.after);
  const uncertain = uncertainMoments(index, window.after, until).filter(
    ({ maybe }) => maybe.some((one) => one.thread === thread),
  );
  if (moments.length + uncertain.length > 0)
    return changesAt(
      moments,
      uncertain,
      changesName(of, window.since, found ?? messages[0]),
      request,
    );
  if (!found && momentsAfter(0).length > 0) throw notKept(context, of);
  throw problem("changed-nothing", { of, since: null });
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The moment up to which changes belong to a message: that of the user's next
 * message. A deleted message does not end another one, and its own changes end at
 * its deletion.
 */
function endOf(
  { store }: Context,
  { thread, id, index, deleted }: ThreadMessage,
  messages: readonly ThreadMessage[],
): number {
  const next = messages.find(
    (m) => m.index > index && m.role === "user" && (deleted || !m.deleted),
  );
  const takenBack = momentOfDeletion(store.index, thread, id);
  return Math.min(next?.moment ?? NEVER, takenBack ?? NEVER);
}

/**
 * The moment from which individual changes are known. Older versions were
 * forgotten, and with them the details of each change; reverting needs both sides
 * of it.
 */
function kept(
  context: Context,
  of: ChangesOf,
  after: number | undefined,
): { after: number; since: string | null } {
  const pruned = context.store.index.metaNumber("pruned");
  if (after === undefined)
    return {
      after: pruned,
      since: pruned > 0 ? timeName(context, pruned) : null,
    };
  if (after < pruned) throw notKept(context, of);
  return { after, since: null };
}

function notKept(context: Context, of: ChangesOf): CheckpointError {
  const pruned = context.store.index.metaNumber("pruned");
  const atMs = timeOfMoment(context.store.index, pruned);
  const at = atMs === null ? null : isoTime(atMs);
  return problem("changes-not-kept", { moment: pruned, of, at });
}

function timeName(context: Context, moment: number): string {
  const atMs = timeOfMoment(context.store.index, moment);
  return atMs === null ? `@${moment}` : localTime(atMs);
}

/** Combines consecutive moments into one range. */
function joined(moments: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  for (const n of moments) {
    const last = segments.at(-1);
    if (last && last.to === n - 1) last.to = n;
    else segments.push({ from: n - 1, to: n });
  }
  return segments.reverse();
}
