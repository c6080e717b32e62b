import * as z from "zod";
import type { Thread, ThreadMessage } from "../../engine/model/thread";
import { numbered, numberedValue } from "./outputs";

/** More of a message among others would only fill a model's context. */
const MOST_TEXT = 2000;

export const messageOut = z.object({
  id: z.string(),
  thread: z.string(),
  index: z.number(),
  role: z.enum(["user", "agent"]),
  text: z.string(),
  at: z.string(),
  moment: z.number(),
  checkpoint: numbered,
  deleted: z.boolean(),
  truncated: z
    .boolean()
    .describe(
      "True when text is cut: thread_list with this message has all of it.",
    ),
});

export const threadOut = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  messages: z.number(),
  deletedMessages: z.number(),
});

export function messageValue(
  message: ThreadMessage,
  most = MOST_TEXT,
): z.output<typeof messageOut> {
  return {
    id: message.id,
    thread: message.thread,
    index: message.index,
    role: message.role,
    text: message.text.slice(0, most),
    at: message.at,
    moment: message.moment,
    checkpoint: numberedValue(message.checkpoint),
    deleted: message.deleted,
    truncated: message.text.length > most,
  };
}

export function threadValue(
  thread: Omit<Thread, "messages"> & { messages: number },
): z.output<typeof threadOut> {
  return {
    id: thread.id,
    title: thread.title,
    source: thread.source,
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    messages: thread.messages,
    deletedMessages: thread.deletedMessages,
  };
}
