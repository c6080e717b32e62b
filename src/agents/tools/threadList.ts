import * as z from "zod";
import { READS, tool } from "../tool";
import { limit, threadId } from "./inputs";
import { oneLine, plural } from "./texts";
import {
  messageOut,
  messageValue,
  threadOut,
  threadValue,
} from "./threadOutputs";

const USUAL = 20;

export const threadList = tool({
  name: "thread_list",
  title: "List conversations and their messages",
  description:
    "Lists the recorded conversations of this workspace folder, newest first; with thread, that one and its messages. Changes nothing.",
  input: z.strictObject({
    thread: threadId.optional(),
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
    const most = input.limit ?? USUAL;
    if (input.thread !== undefined) {
      const found = await engine.thread(input.thread);
      const messages = found.messages.slice(-most).map(messageValue);
      const live = found.messages.filter((message) => !message.deleted).length;
      const thread = threadValue({ ...found, messages: live });
      return {
        value: { threads: [thread], messages, total: found.messages.length },
        text: [
          `${oneLine(thread.title)} (${thread.source}, ${plural(live, "message")})`,
          ...messages.map(
            (one) =>
              `  ${oneLine(one.id)} ${one.role}${one.deleted ? " (deleted)" : ""}: ${oneLine(one.text, 100)}`,
          ),
        ].join("\n"),
      };
    }
    const all = await engine.threads();
    const threads = all.slice(0, most).map(threadValue);
    const lines = threads.map(
      (thread) =>
        `${oneLine(thread.id)} ${oneLine(thread.title, 100)} (${thread.source}, ${plural(thread.messages, "message")})`,
    );
    return {
      value: { threads, messages: [], total: all.length },
      text: lines.join("\n") || "No conversation is recorded.",
    };
  },
});
