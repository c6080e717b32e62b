import * as z from "zod";
import { READS, tool } from "../tool";
import { kind, limit, path, source, threadId, when } from "./inputs";
import { checkpointOut, checkpointValue, ONE_OF_MANY } from "./outputs";
import { checkpointLine } from "./texts";

const USUAL = 20;

export const checkpointList = tool({
  name: "checkpoint_list",
  title: "List checkpoints",
  description:
    "Lists checkpoints of the workspace folder, newest first, with who made them and how many files they changed. Changes nothing.",
  input: z.strictObject({
    limit: limit(200, USUAL).optional(),
    before: z
      .int()
      .min(0)
      .optional()
      .describe("Only checkpoints with a number below this: the next page."),
    kinds: z.array(kind).min(1).max(5).optional(),
    source: source("Only by this author:").optional(),
    path: path
      .optional()
      .describe("Only those that changed this file or something below it."),
    text: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe("Only with this in the name or the description."),
    since: when("Only from this time on.").optional(),
    until: when("Only until this time.").optional(),
    thread: threadId.optional(),
    task: z.string().min(1).max(1000).optional(),
  }),
  output: z.object({
    checkpoints: z.array(checkpointOut),
    next: z
      .number()
      .nullable()
      .describe("Pass as before to get the next page; null on the last."),
    total: z.number(),
  }),
  hints: READS,
  async run(input, { engine }) {
    const page = await engine.list({ ...input, limit: input.limit ?? USUAL });
    const { checkpoints, next, total } = page;
    const lines = checkpoints.map(checkpointLine);
    if (lines.length === 0) lines.push("No checkpoint matches.");
    if (next !== null)
      lines.push(
        `${checkpoints.length} of ${total}; give before: ${next} for more.`,
      );
    return {
      value: {
        checkpoints: checkpoints.map((one) =>
          checkpointValue(one, ONE_OF_MANY),
        ),
        next,
        total,
      },
      text: lines.join("\n"),
    };
  },
});
