import type { Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter } from "../context";
import { createCheckpoint } from "../history/checkpoints";
import { isoTime } from "../history/rows";
import { parseSource } from "../model/checkpointOptions";
import { CheckpointError } from "../model/errors";
import type {
  RecordMessage,
  Role,
  Thread,
  ThreadDetail,
  ThreadMessage,
} from "../model/thread";
import type { Row } from "../store/sql";

const MAX_ID = 200;
const MAX_TEXT = 1_000_000;
const NAME_LENGTH = 120;

/**
 * Records a message with the folder as it is: captures, and makes a checkpoint
 * unless nothing changed since the last one.
 */
export function recordMessage(
  context: Context,
  request: RecordMessage,
  run?: Run,
): ThreadMessage {
  const { thread, role, text, source } = parse(context, request);
  const message = asWriter(context, run, () => {
    const id = request.message ?? context.newId();
    if (find(context, thread, id))
      throw bad(
        `The message ${id} is already in the thread ${thread}.`,
        "Give every message its own id.",
      );
    if (request.capture !== false)
      capture(
        context,
        // What is found at a user's message was made before it.
        role === "agent" ? { source, thread } : { source: "outside" },
        run,
      );
    const checkpoint = checkpointFor(context, {
      thread,
      message: id,
      role,
      text,
      source,
    });
    context.store.append([
      {
        t: "message",
        thread,
        id,
        role,
        text,
        at: context.clock.now(),
        moment: context.store.index.lastMoment,
        checkpoint,
        source,
      },
    ]);
    return find(context, thread, id)!;
  });
  context.emit({ type: "thread", thread });
  return message;
}

export function threads(context: Context): Thread[] {
  const { sql } = context.store.index;
  return sql
    .all(
      `SELECT thread, min(at), max(at), count(*), sum(deleted IS NOT NULL) FROM message
       GROUP BY thread ORDER BY max(at) DESC, thread`,
    )
    .map((row) => {
      const id = row[0] as string;
      return {
        id,
        title: titleOf(context, id),
        source: sourceOf(context, id),
        folder: context.root,
        createdAt: isoTime(row[1] as number),
        updatedAt: isoTime(row[2] as number),
        messages: row[3] as number,
        deletedMessages: row[4] as number,
      };
    });
}

export function threadDetail(context: Context, id: string): ThreadDetail {
  const thread = threads(context).find((candidate) => candidate.id === id);
  if (!thread)
    throw new CheckpointError(
      "not-found",
      `There is no thread ${id.slice(0, 100)}.`,
      {
        hint: "List the threads with “checkpoint thread list”.",
      },
    );
  const messages = context.store.index.sql
    .all(`SELECT ${COLUMNS} FROM message WHERE thread = ? ORDER BY seq`, id)
    .map((row) => toMessage(context, row));
  return { ...thread, messages };
}

export function find(
  context: Context,
  thread: string,
  id: string,
): ThreadMessage | null {
  const row = context.store.index.sql.first(
    `SELECT ${COLUMNS} FROM message WHERE thread = ? AND id = ?`,
    thread,
    id,
  );
  return row ? toMessage(context, row) : null;
}

/** The agent that a thread belongs to: that of its first message with one. */
export function sourceOf(context: Context, thread: string): string {
  const row = context.store.index.sql.first(
    `SELECT source FROM message WHERE thread = ?
     ORDER BY source IN ('cli', 'editor', 'outside'), seq LIMIT 1`,
    thread,
  );
  return (row?.[0] as string | undefined) ?? "outside";
}

const COLUMNS = "id, thread, seq, role, text, at, moment, checkpoint, deleted";

function toMessage(context: Context, row: Row): ThreadMessage {
  const checkpoint =
    row[7] === null
      ? undefined
      : context.store.index.sql.first(
          "SELECT id, number FROM checkpoint WHERE id = ?",
          row[7] as string,
        );
  return {
    id: row[0] as string,
    thread: row[1] as string,
    index: row[2] as number,
    role: row[3] as Role,
    text: row[4] as string,
    at: isoTime(row[5] as number),
    moment: row[6] as number,
    checkpoint: checkpoint
      ? { id: checkpoint[0] as string, number: checkpoint[1] as number }
      : null,
    deleted: row[8] !== null,
  };
}

/** A user's message always gets a checkpoint; an agent's when it changed something. */
function checkpointFor(
  context: Context,
  message: {
    thread: string;
    message: string;
    role: Role;
    text: string;
    source: string;
  },
): string {
  const { index } = context.store;
  const last = index.sql.first(
    "SELECT id, moment FROM checkpoint ORDER BY number DESC LIMIT 1",
  );
  if (message.role === "agent" && last && last[1] === index.lastMoment)
    return last[0] as string;
  const line = message.text.trim().split(/\r?\n/, 1)[0] ?? "";
  return createCheckpoint(context, {
    capture: false,
    kind: "automatic",
    name:
      line.length > NAME_LENGTH
        ? line.slice(0, NAME_LENGTH - 1) + "…"
        : line || undefined,
    source: message.source,
    thread: message.thread,
    message: message.message,
  }).id;
}

function titleOf(context: Context, thread: string): string {
  const row = context.store.index.sql.first(
    "SELECT text FROM message WHERE thread = ? AND text <> '' ORDER BY role = 'agent', seq LIMIT 1",
    thread,
  );
  const line =
    ((row?.[0] as string | undefined) ?? "").trim().split(/\r?\n/, 1)[0] ?? "";
  return line.slice(0, NAME_LENGTH) || thread;
}

function parse(
  context: Context,
  request: RecordMessage,
): { thread: string; role: Role; text: string; source: string } {
  const thread = parseId("thread", request.thread);
  if (request.message !== undefined) parseId("message", request.message);
  const role: unknown = request.role;
  if (role !== "user" && role !== "agent")
    throw bad(
      "A message's role is user or agent.",
      "Say --role user or --role agent.",
    );
  const text = request.text ?? "";
  if (typeof text !== "string" || text.length > MAX_TEXT)
    throw bad(
      "The text of a message must be text of at most a million characters.",
    );
  if (request.folder !== undefined)
    assertFolder(context, thread, request.folder);
  return {
    thread,
    role,
    text,
    source: parseSource(request.source ?? "cli"),
  };
}

/** A thread is bound to its folder: another folder's files are never touched by it. */
function assertFolder(context: Context, thread: string, folder: string): void {
  let real = folder;
  try {
    real = context.disk.realPath(folder);
  } catch {
    // Not there: compared as it is, and refused.
  }
  if (real === context.root) return;
  throw new CheckpointError(
    "wrong-root",
    `The thread ${thread} works in ${folder}, but this history belongs to ${context.root}.`,
    { hint: "Record it in the history of its own folder." },
  );
}

function parseId(what: string, id: unknown): string {
  if (
    typeof id === "string" &&
    id !== "" &&
    id.length <= MAX_ID &&
    !/[\0-\x1f]/.test(id)
  )
    return id;
  throw bad(
    `The ${what} needs an id of 1 to ${MAX_ID} characters on one line.`,
  );
}

function bad(message: string, hint?: string): CheckpointError {
  return new CheckpointError(
    "bad-input",
    message,
    hint === undefined ? {} : { hint },
  );
}
