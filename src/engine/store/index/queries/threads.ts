import { isoTime } from "../../../model/isoTime";
import type { Role, ThreadMessage } from "../../../model/thread";
import type { Row } from "../sql";
import type { StoreIndex } from "../storeIndex";

const COLUMNS = "id, thread, seq, role, text, at, moment, checkpoint, deleted";

export interface ThreadSummary {
  id: string;
  createdAt: string;
  updatedAt: string;
  messages: number;
  deletedMessages: number;
}

/** Every thread, the one with the newest message first. */
export function threadSummaries(index: StoreIndex): ThreadSummary[] {
  return index.sql
    .all(
      `SELECT thread, min(at), max(at), count(*), sum(deleted IS NOT NULL) FROM message
       GROUP BY thread ORDER BY max(at) DESC, thread`,
    )
    .map((row) => ({
      id: row[0] as string,
      createdAt: isoTime(row[1] as number),
      updatedAt: isoTime(row[2] as number),
      messages: row[3] as number,
      deletedMessages: row[4] as number,
    }));
}

export function messagesOf(index: StoreIndex, thread: string): ThreadMessage[] {
  return index.sql
    .all(`SELECT ${COLUMNS} FROM message WHERE thread = ? ORDER BY seq`, thread)
    .map((row) => toMessage(index, row));
}

export function findMessage(
  index: StoreIndex,
  thread: string,
  id: string,
): ThreadMessage | null {
  const row = index.sql.first(
    `SELECT ${COLUMNS} FROM message WHERE thread = ? AND id = ?`,
    thread,
    id,
  );
  return row ? toMessage(index, row) : null;
}

/** What the user had said in a thread before a moment; null if unknown. */
export function promptAt(
  index: StoreIndex,
  thread: string | null,
  moment: number,
): string | null {
  if (thread === null) return null;
  const row = index.sql.first(
    `SELECT text FROM message WHERE thread = ? AND role = 'user' AND moment < ?
     ORDER BY seq DESC LIMIT 1`,
    thread,
    moment,
  );
  return (row?.[0] as string | undefined) ?? null;
}

export function hasThread(index: StoreIndex, thread: string): boolean {
  const row = index.sql.first("SELECT 1 FROM message WHERE thread = ?", thread);
  return row !== undefined;
}

/** The agent that a thread belongs to: the source of its first message that has one. */
export function sourceOfThread(index: StoreIndex, thread: string): string {
  const row = index.sql.first(
    `SELECT source FROM message WHERE thread = ?
     ORDER BY source IN ('cli', 'editor', 'outside'), seq LIMIT 1`,
    thread,
  );
  return (row?.[0] as string | undefined) ?? "outside";
}

/** True if an agent also has messages in other threads. */
export function hasOtherThread(
  index: StoreIndex,
  source: string,
  thread: string,
): boolean {
  const row = index.sql.first(
    "SELECT 1 FROM message WHERE source = ? AND thread <> ?",
    source,
    thread,
  );
  return row !== undefined;
}

/** The first text of a thread, preferably the user's; "" if there is none. */
export function firstText(index: StoreIndex, thread: string): string {
  const row = index.sql.first(
    "SELECT text FROM message WHERE thread = ? AND text <> '' ORDER BY role = 'agent', seq LIMIT 1",
    thread,
  );
  return (row?.[0] as string | undefined) ?? "";
}

/** The moment before the restore that marked a message deleted, if there is one. */
export function momentOfDeletion(
  index: StoreIndex,
  thread: string,
  id: string,
): number | null {
  const row = index.sql.first(
    "SELECT r.moment FROM message m JOIN restore r ON r.id = m.deleted WHERE m.thread = ? AND m.id = ?",
    thread,
    id,
  );
  return (row?.[0] as number | undefined) ?? null;
}

function toMessage(index: StoreIndex, row: Row): ThreadMessage {
  const checkpoint =
    row[7] === null
      ? undefined
      : index.sql.first(
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
