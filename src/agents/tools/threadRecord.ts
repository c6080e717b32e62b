import * as z from "zod";
import { recorded } from "../../answers/brief";
import { ADDS, tool } from "../tool";
import { messageId, threadId } from "./inputs";
import { messageValue } from "./outputs";
import { oneLine } from "./texts";

export const threadRecord = tool({
  name: "thread_record",
  title: "Record a message of the conversation",
  description:
    "Links a message of this conversation to the current state of the workspace, so that the conversation can later be rewound together with the files (thread_edit). Changes no file.",
  input: z.strictObject({
    thread: threadId,
    message: messageId
      .optional()
      .describe(
        "The message’s id, unique in the conversation; generated if absent.",
      ),
    role: z.enum(["user", "agent"]).describe("Who said it."),
    text: z.string().max(10_000).optional().describe("What was said."),
  }),
  output: recorded,
  hints: ADDS,
  async run(input, { engine, source, call }) {
    const message = await engine.recordMessage({ ...input, source }, call);
    return {
      value: { message: messageValue(message) },
      text: `Recorded message ${oneLine(message.id)} of thread ${oneLine(message.thread)} at moment @${message.moment}.`,
    };
  },
});
