import * as z from "zod";
import { briefThreads } from "../../answers/brief";
import { problem } from "../../engine/model/errors";
import type { ThreadDetail, ThreadMessage } from "../../engine/model/thread";
import type { EngineClient } from "../../worker/client";
import { READS, tool } from "../tool";
import { limit, messageId, threadId } from "./inputs";
import { messageValue } from "./outputs";
import { oneLine, quotedLines } from "./texts";
import { count } from "../../wording/counts";

const USUAL = 20;
/** The length of a message's text, or of a title, in a line. */
const MOST_SHOWN = 100;

export const threadList = tool({
  name: "thread_list",
  title: "List conversations and their messages",
  description:
    "Lists the recorded conversations of this workspace folder, newest first; with thread, that one and its messages; with message too, that message in full. Changes nothing.",
  input: z.strictObject({
    thread: threadId.optional(),
    message: messageId
      .optional()
      .describe("With thread: only this message, in full."),
    limit: limit(500, USUAL).optional(),
  }),
  output: briefThreads,
  hints: READS,
  async run(input, { engine }) {
    const { thread, message, limit: most = USUAL } = input;
    if (thread !== undefined) return oneThread(engine, thread, message, most);
    if (message !== undefined)
      throw problem("bad-tool-call", { fault: "message-without-thread" });
    const all = await engine.threads();
    const threads = all.slice(0, most);
    const lines = threads.map(
      (one) =>
        `${oneLine(one.id)} ${oneLine(one.title, MOST_SHOWN)} (${one.source}, ${count(one.messages, "message")})`,
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
  const thread = { ...found, messages: live };
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
      lines.push(`The last ${most} of ${count(all.length, "message")}.`);
    if (messages.some(({ text }) => text !== oneLine(text, MOST_SHOWN)))
      lines.push("Texts are truncated. Use message to read one in full.");
  }
  return {
    value: { threads: [thread], messages, total: all.length },
    text: [
      `${oneLine(thread.title)} (${thread.source}, ${count(live, "message")})`,
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
  throw problem("unknown-message", { thread, message: id.slice(0, 100) });
}
