import * as z from "zod";
import { ADDS, tool } from "../tool";
import { kind, messageId, threadId } from "./inputs";
import { checkpointOut, checkpointValue } from "./outputs";
import { checkpointLine, pathLines } from "./texts";

export const checkpointCreate = tool({
  name: "checkpoint_create",
  title: "Create a checkpoint",
  description:
    "Records the workspace folder as it is now and names that moment, so that it can be compared and restored later. " +
    "Changes no file. Make one before risky work and after each finished step. " +
    "Files that git ignores are not recorded.",
  input: z.strictObject({
    name: z
      .string()
      .max(200)
      .optional()
      .describe("What to call it, in a few words."),
    description: z
      .string()
      .max(10_000)
      .optional()
      .describe("More about what was done and why."),
    kind: kind
      .optional()
      .describe(
        "manual (when left out) stays until deleted; feature marks a finished feature and is permanent; guard, session and automatic ones are thinned out with time.",
      ),
    task: z
      .strictObject({
        current: z.string().max(1000).optional(),
        completed: z.array(z.string().max(1000)).max(1000).optional(),
        session: z.int().min(0).optional(),
        tokens: z.int().min(0).optional(),
      })
      .optional()
      .describe(
        "The state of your task list: what is under way, what is done, the session’s number, tokens used.",
      ),
    metadata: z
      .record(z.string().max(200), z.unknown())
      .optional()
      .describe("Anything else to keep with it, as a JSON object."),
    thread: threadId.optional(),
    message: messageId.optional().describe("The message this belongs to."),
  }),
  output: z.object({ checkpoint: checkpointOut }),
  hints: ADDS,
  async run(input, { engine, source, call, editors }) {
    const { task, ...options } = input;
    const unsaved = editors();
    const checkpoint = await engine.checkpoint(
      {
        ...options,
        source,
        ...(task ? { task: withoutAbsent(task) } : {}),
        ...(unsaved.length > 0 ? { unsaved } : {}),
      },
      call,
    );
    const { skipped } = checkpoint;
    return {
      value: { checkpoint: checkpointValue(checkpoint) },
      text: [
        `Created ${checkpointLine(checkpoint)}.`,
        ...(skipped.length > 0 ? ["Not recorded:"] : []),
        ...pathLines(skipped.map((one) => [`(${one.reason})`, one.path])),
      ].join("\n"),
    };
  },
});

function withoutAbsent<T extends object>(
  given: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(entries) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
