import type { RevertRequest } from "../api";
import type { Context } from "../context";
import { resolveCheckpoint, resolvePoint } from "../history/points";
import { mustKnowSource } from "../history/sources";
import { CheckpointError } from "../model/errors";
import { localTime } from "../model/localTime";
import type { ThreadMessage } from "../model/thread";
import type { Value } from "../store/sql";
import { momentBefore } from "../store/pointBefore";
import { find, sourceOf, threadDetail } from "../threads/threads";

/** A stretch of history to take back: everything after `from`, up to `to`. */
export interface Segment {
  from: number;
  to: number;
}

export interface Unit {
  /** Newest first: later changes are taken back before earlier ones. */
  segments: Segment[];
  label: string;
}

/** Finds which stretches of history a revert means. */
export function unitOf(context: Context, request: RevertRequest): Unit {
  const given = [request.ref, request.source, request.thread].filter(
    (x) => x !== undefined,
  );
  if (given.length !== 1)
    throw new CheckpointError(
      "bad-input",
      "Say what to take back: a checkpoint, a source, or a thread.",
      {
        hint: "checkpoint revert REF, --source NAME [--since REF], or --thread ID [--message ID].",
      },
    );
  if (request.ref !== undefined) return checkpointUnit(context, request.ref);
  if (request.thread !== undefined)
    return threadUnit(context, request.thread, request.message);
  return sourceUnit(context, request.source!, request.since);
}

function checkpointUnit(context: Context, ref: string): Unit {
  const checkpoint = resolveCheckpoint(context, ref);
  const from = momentBefore(context.store.index.sql, checkpoint.number);
  if (from === 0)
    throw new CheckpointError(
      "bad-input",
      `Checkpoint #${checkpoint.number} is the first one: it holds the folder as it was, and changed nothing.`,
      {
        hint: "Choose a later checkpoint.",
      },
    );
  return {
    segments: [{ from, to: checkpoint.moment }],
    label: `#${checkpoint.number}`,
  };
}

function sourceUnit(
  context: Context,
  source: string,
  since: string | undefined,
): Unit {
  const of = `the changes of ${source}`;
  const window = kept(
    context,
    of,
    since === undefined ? undefined : resolvePoint(context, since).moment,
  );
  const moments = numbers(
    context,
    "SELECT n FROM moment WHERE source = ? AND n > ? AND n > 1 ORDER BY n",
    source,
    window.after,
  );
  if (moments.length > 0)
    return { segments: joined(moments), label: of + window.label };
  if (
    since === undefined &&
    numbers(context, "SELECT n FROM moment WHERE source = ?", source).length > 0
  )
    throw notKept(context, of);
  mustKnowSource(context, source);
  throw new CheckpointError(
    "not-found",
    `${source} changed nothing${since === undefined ? "" : ` since ${since}`}.`,
    {
      hint: "See who changed what with “checkpoint list”.",
    },
  );
}

function threadUnit(
  context: Context,
  thread: string,
  message: string | undefined,
): Unit {
  const { sql } = context.store.index;
  const { messages } = threadDetail(context, thread);
  const source = sourceOf(context, thread);
  const found =
    message === undefined ? undefined : find(context, thread, message);
  if (found === null)
    throw new CheckpointError(
      "not-found",
      `There is no message ${message} in the thread ${thread}.`,
      { hint: "See its messages with “checkpoint thread show”." },
    );
  const until = found ? endOf(context, found, messages) : NEVER;
  const of = found
    ? `message ${found.id} of ${thread}`
    : `the thread ${thread}`;
  const window = kept(context, of, found?.moment);
  const isShared = sql.first(
    "SELECT 1 FROM message WHERE source = ? AND thread <> ?",
    source,
    thread,
  );
  const momentsAfter = (after: number) =>
    numbers(
      context,
      `SELECT n FROM moment WHERE n > ? AND n <= ? AND n > 1
         AND (thread = ? OR (thread IS NULL AND source = ? AND ?)) ORDER BY n`,
      after,
      until,
      thread,
      source,
      isShared ? 0 : 1,
    );
  const moments = momentsAfter(window.after);
  if (moments.length > 0)
    return { segments: joined(moments), label: of + window.label };
  if (!found && momentsAfter(0).length > 0) throw notKept(context, of);
  throw new CheckpointError(
    "not-found",
    `The thread ${thread} changed nothing${found ? ` at message ${found.id}` : ""}.`,
  );
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The moment up to which changes are a message's: that of the next one of the
 * user's. One that was taken back ends no other, and ends itself when it was.
 */
function endOf(
  { store }: Context,
  { thread, id, index, deleted }: ThreadMessage,
  messages: readonly ThreadMessage[],
): number {
  const next = messages.find(
    (m) => m.index > index && m.role === "user" && (deleted || !m.deleted),
  );
  const takenBack = store.index.sql.first(
    "SELECT r.moment FROM message m JOIN restore r ON r.id = m.deleted WHERE m.thread = ? AND m.id = ?",
    thread,
    id,
  );
  return Math.min(
    next?.moment ?? NEVER,
    (takenBack?.[0] as number | undefined) ?? NEVER,
  );
}

/**
 * Where single changes begin to be known. Before it versions were forgotten, and
 * with them who made what of what: taking back needs both sides of a change.
 */
function kept(
  context: Context,
  of: string,
  after: number | undefined,
): { after: number; label: string } {
  const pruned = context.store.index.metaNumber("pruned");
  if (after === undefined)
    return {
      after: pruned,
      label: pruned > 0 ? ` since ${timeOf(context, pruned)}` : "",
    };
  if (after < pruned) throw notKept(context, of);
  return { after, label: "" };
}

function notKept(context: Context, of: string): CheckpointError {
  const pruned = context.store.index.metaNumber("pruned");
  return new CheckpointError(
    "not-kept",
    `Not all that belongs to ${of} is kept change by change: what is older than ${timeOf(context, pruned)} cannot be taken back by itself.`,
    {
      hint: `Take back what is newer (--source NAME --since @${pruned}), revert a single checkpoint, or restore files from an earlier one.`,
      data: { moment: pruned },
    },
  );
}

function timeOf(context: Context, moment: number): string {
  const row = context.store.index.sql.first(
    "SELECT at FROM moment WHERE n = ?",
    moment,
  );
  return row ? localTime(row[0] as number) : `@${moment}`;
}

function numbers(context: Context, query: string, ...values: Value[]) {
  return context.store.index.sql
    .all(query, ...values)
    .map((row) => row[0] as number);
}

/** Moments that follow each other are taken back as one. */
function joined(moments: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  for (const n of moments) {
    const last = segments.at(-1);
    if (last && last.to === n - 1) last.to = n;
    else segments.push({ from: n - 1, to: n });
  }
  return segments.reverse();
}
