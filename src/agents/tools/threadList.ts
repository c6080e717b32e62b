import * as z from "zod";
import { CheckpointError } from "../../engine/model/errors";
import type { ThreadDetail, ThreadMessage } from "../../engine/model/thread";
import type { EngineClient } from "../../worker/client";
import { READS, tool } from "../tool";
import { limit, messageId, threadId } from "./inputs";
import { oneLine, plural, quotedLines } from "./texts";
import {
  messageOut,
  messageValue,
  threadOut,
  threadValue,
} from "./threadOutputs";

const USUAL = 20;
/** What a line shows of a message's text, or of a title. */
const MOST_SHOWN = 100;

export const threadList = tool({
  name: "thread_list",
  title: "List conversations and their messages",
  description:
    "Lists the recorded conversations of this workspace folder, newest first; with thread, that one and its messages; with message too, that message with its whole text. Changes nothing.",
  input: z.strictObject({
    thread: threadId.optional(),
    message: messageId
      .optional()
      .describe("With thread: only this message, its text whole."),
    limit: limit(500, USUAL).optional(),
  }),
  output: z.object({
    threads: z.array(threadOut),
    messages: z
      .array(messageOut)
      .describe("The last messages of the thread asked for; else empty."),
    total: z.number().describe("How many threads (or messages) there are."),
  }),
  hints: READS,
  async run(input, { engine }) {
    const { thread, message, limit: most = USUAL } = input;
    if (thread !== undefined) return oneThread(engine, thread, message, most);
    if (message !== undefined)
      throw new CheckpointError("bad-input", "message goes with thread.");
    const all = await engine.threads();
    const threads = all.slice(0, most).map(threadValue);
    const lines = threads.map(
      (one) =>
        `${oneLine(one.id)} ${oneLine(one.title, MOST_SHOWN)} (${one.source}, ${plural(one.messages, "message")})`,
    );
    if (all.length > most) lines.push(`The newest ${most} of ${all.length}.`);
    return {
      value: { threads, messages: [], total: all.length },
      text: lines.join("\n") || "No conversation is recorded.",
    };
  },
});

async function oneThread(
  engine: EngineClient,
  id: string,
  message: string | undefined,
  most: number,
) {
  const found = await engine.thread(id);
  const { messages: all } = found;
  const live = all.filter((one) => !one.deleted).length;
  const thread = threadValue({ ...found, messages: live });
  const messages =
    message === undefined
      ? all.slice(-most).map((one) => messageValue(one))
      : [messageValue(messageNamed(found, message), Infinity)];
  const lines = messages.map((one) => {
    const who = `  ${oneLine(one.id)} ${one.role}${one.deleted ? " (deleted)" : ""}:`;
    return message === undefined
      ? `${who} ${oneLine(one.text, MOST_SHOWN)}`
      : [who, ...quotedLines(one.text)].join("\n");
  });
  if (message === undefined) {
    if (all.length > most)
      lines.push(`The last ${most} of ${plural(all.length, "message")}.`);
    if (messages.some(({ text }) => text !== oneLine(text, MOST_SHOWN)))
      lines.push("Texts are shown in part: give message to read one whole.");
  }
  return {
    value: { threads: [thread], messages, total: all.length },
    text: [
      `${oneLine(thread.title)} (${thread.source}, ${plural(live, "message")})`,
      ...lines,
    ].join("\n"),
  };
}

function messageNamed(
  { id: thread, messages }: ThreadDetail,
  id: string,
): ThreadMessage {
  const found = messages.find((one) => one.id === id);
  if (found) return found;
  throw new CheckpointError(
    "not-found",
    `There is no message ${id.slice(0, 100)} in the thread ${thread}.`,
    { hint: "thread_list with thread alone shows its messages." },
  );
}
