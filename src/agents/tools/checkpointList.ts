import * as z from "zod";
import { briefPage } from "../../answers/brief";
import { READS, tool } from "../tool";
import { kind, limit, path, source, threadId, when } from "./inputs";
import { checkpointValue, ONE_OF_MANY } from "./outputs";
import { checkpointLine } from "./texts";
import { noMatchText } from "../../wording/search";
import { voice } from "../voice";

const USUAL = 20;

export const checkpointList = tool({
  name: "checkpoint_list",
  title: "List checkpoints",
  description:
    "Lists checkpoints of the workspace folder, the newest state first, with who created them and how many files they changed. Changes nothing.",
  input: z.strictObject({
    limit: limit(200, USUAL).optional(),
    before: z
      .int()
      .min(0)
      .optional()
      .describe(
        "Only checkpoints that come after this number in the list: the next page.",
      ),
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
      .describe("Only those with this text in the name or description."),
    since: when("Only from this time on.").optional(),
    until: when("Only until this time.").optional(),
    thread: threadId.optional(),
    task: z.string().min(1).max(1000).optional(),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Only those with changes by this model."),
    subagent: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Only those with changes by this subagent."),
  }),
  output: briefPage,
  hints: READS,
  async run(input, { engine }) {
    const page = await engine.list({ ...input, limit: input.limit ?? USUAL });
    const { checkpoints, next, total } = page;
    const lines = checkpoints.map(checkpointLine);
    if (lines.length === 0) lines.push(noMatchText(voice));
    if (next !== null)
      lines.push(
        `${checkpoints.length} of ${total}. For more, use before: ${next}.`,
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
