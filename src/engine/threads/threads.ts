import type { Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter } from "../context";
import { createCheckpoint } from "../history/checkpoints";
import { resolvePoint } from "../history/resolveRef";
import { parseSource } from "../model/checkpointOptions";
import { problem } from "../model/errors";
import type {
  RecordMessage,
  Role,
  Thread,
  ThreadDetail,
  ThreadMessage,
} from "../model/thread";
import type { MessageRecord } from "../store/journal/records";
import { lastCheckpoint } from "../store/index/queries/checkpoints";
import {
  findMessage,
  firstText,
  messagesOf,
  sourceOfThread,
  threadSummaries,
} from "../store/index/queries/threads";

const MAX_ID = 200;
const MAX_TEXT = 1_000_000;
const NAME_LENGTH = 120;

/** In the place of a restore's id: the agent itself rewound the conversation. */
const REWOUND = "rewound";

/**
 * Records a message together with the current state of the folder: captures, and
 * creates a checkpoint if anything changed since the last one.
 */
export function recordMessage(
  context: Context,
  request: RecordMessage,
  run?: Run,
): ThreadMessage {
  const { thread, role, text, source } = parse(context, request);
  const message = asWriter(context, run, () => {
    const id = request.message ?? context.newId();
    if (findMessage(context.store.index, thread, id))
      throw problem("message-known", { thread, message: id });
    if (request.at !== undefined) {
      const past = { ...{ thread, id, role, text, source }, at: request.at };
      recordPast(context, past, request.isRewound === true);
      return findMessage(context.store.index, thread, id)!;
    }
    if (request.capture !== false)
      capture(
        context,
        // What is found at a user's message was changed before it.
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
      ...rewound(thread, stillThere(context, thread, request.rewinds ?? [])),
    ]);
    return findMessage(context.store.index, thread, id)!;
  });
  context.emit({ type: "thread", thread });
  return message;
}

/** Records a message of an earlier time: nothing is captured, and no checkpoint is created. */
function recordPast(
  context: Context,
  message: Pick<MessageRecord, "thread" | "id" | "role" | "text" | "source"> & {
    at: string;
  },
  isRewound: boolean,
): void {
  const { thread, id } = message;
  const { moment } = resolvePoint(context, message.at);
  const at = Date.parse(message.at);
  context.store.append([
    { t: "message", ...message, at, moment, checkpoint: null },
    ...rewound(thread, isRewound ? [id] : []),
  ]);
}

function rewound(thread: string, ids: string[]) {
  const record = { t: "messages" as const, thread, ids };
  return ids.length > 0 ? [{ ...record, deleted: true, restore: REWOUND }] : [];
}

function stillThere(
  { store }: Context,
  thread: string,
  ids: readonly string[],
): string[] {
  return ids.filter(
    (id) => findMessage(store.index, thread, id)?.deleted === false,
  );
}

export function threads(context: Context): Thread[] {
  const { index } = context.store;
  return threadSummaries(index).map((thread) => ({
    ...thread,
    title: titleOf(context, thread.id),
    source: sourceOfThread(index, thread.id),
    folder: context.root,
  }));
}

export function threadDetail(context: Context, id: string): ThreadDetail {
  const thread = threads(context).find((candidate) => candidate.id === id);
  if (!thread) throw problem("unknown-thread", { thread: id.slice(0, 100) });
  return { ...thread, messages: messagesOf(context.store.index, id) };
}

/** A user's message always gets a checkpoint; an agent's only if something changed. */
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
  const last = lastCheckpoint(index);
  if (message.role === "agent" && last?.moment === index.lastMoment)
    return last.id;
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
  const text = firstText(context.store.index, thread);
  const line = text.trim().split(/\r?\n/, 1)[0] ?? "";
  return line.slice(0, NAME_LENGTH) || thread;
}

function parse(
  context: Context,
  request: RecordMessage,
): { thread: string; role: Role; text: string; source: string } {
  const thread = parseId("thread", request.thread);
  if (request.message !== undefined) parseId("message", request.message);
  const role: unknown = request.role;
  if (role !== "user" && role !== "agent") throw problem("bad-role");
  const text = request.text ?? "";
  if (typeof text !== "string" || text.length > MAX_TEXT)
    throw problem("bad-message-text", { most: MAX_TEXT });
  if (request.folder !== undefined)
    assertFolder(context, thread, request.folder);
  return {
    thread,
    role,
    text,
    source: parseSource(request.source ?? "cli"),
  };
}

/** A thread is bound to its folder, and never affects files of another folder. */
function assertFolder(context: Context, thread: string, folder: string): void {
  let real = folder;
  try {
    real = context.disk.realPath(folder);
  } catch {
    // The folder does not exist: the given path is compared as it is, and refused.
  }
  if (real === context.root) return;
  throw problem("thread-elsewhere", { thread, folder, root: context.root });
}

function parseId(field: "thread" | "message", id: unknown): string {
  if (
    typeof id === "string" &&
    id !== "" &&
    id.length <= MAX_ID &&
    !/[\0-\x1f]/.test(id)
  )
    return id;
  throw problem("bad-id", { field, most: MAX_ID });
}
