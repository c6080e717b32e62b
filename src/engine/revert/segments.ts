import type { RevertRequest } from "../api";
import type { Context } from "../context";
import { resolveCheckpoint, resolvePoint } from "../history/points";
import { CheckpointError } from "../model/errors";
import { momentBefore } from "../store/states";
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
  const after = since === undefined ? 0 : resolvePoint(context, since).moment;
  const moments = context.store.index.sql
    .all(
      "SELECT n FROM moment WHERE source = ? AND n > ? AND n > 1 ORDER BY n",
      source,
      after,
    )
    .map((row) => row[0] as number);
  if (moments.length === 0)
    throw new CheckpointError(
      "not-found",
      `${source} changed nothing${since === undefined ? "" : ` since ${since}`}.`,
      {
        hint: "See who changed what with “checkpoint list”.",
      },
    );
  return { segments: joined(moments), label: `the changes of ${source}` };
}

function threadUnit(
  context: Context,
  thread: string,
  message: string | undefined,
): Unit {
  const { sql } = context.store.index;
  const { messages } = threadDetail(context, thread);
  const source = sourceOf(context, thread);
  let [after, until] = [0, Number.MAX_SAFE_INTEGER];
  if (message !== undefined) {
    const found = find(context, thread, message);
    if (!found)
      throw new CheckpointError(
        "not-found",
        `There is no message ${message} in the thread ${thread}.`,
      );
    const next = messages.find(
      (m) => m.index > found.index && m.role === "user",
    );
    after = found.moment;
    until = next?.moment ?? until;
  }
  const isShared = sql.first(
    "SELECT 1 FROM message WHERE source = ? AND thread <> ?",
    source,
    thread,
  );
  const moments = sql
    .all(
      `SELECT n FROM moment WHERE n > ? AND n <= ? AND n > 1
         AND (thread = ? OR (thread IS NULL AND source = ? AND ?)) ORDER BY n`,
      after,
      until,
      thread,
      source,
      isShared ? 0 : 1,
    )
    .map((row) => row[0] as number);
  if (moments.length === 0)
    throw new CheckpointError(
      "not-found",
      `The thread ${thread} changed nothing${message === undefined ? "" : ` at message ${message}`}.`,
    );
  const label =
    message === undefined
      ? `the thread ${thread}`
      : `message ${message} of ${thread}`;
  return { segments: joined(moments), label };
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
