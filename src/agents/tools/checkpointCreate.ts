import * as z from "zod";
import { created } from "../../answers/brief";
import { ADDS, tool } from "../tool";
import { kind, messageId, ref, threadId } from "./inputs";
import { checkpointValue } from "./outputs";
import { checkpointLine, pathLines } from "./texts";

export const checkpointCreate = tool({
  name: "checkpoint_create",
  title: "Create a checkpoint",
  description:
    "Records the current state of the workspace folder as a checkpoint that can be compared and restored later; with at, names an earlier state. " +
    "Changes no file. Create one before risky work and after each finished step. " +
    "Files that git ignores are not recorded.",
  input: z.strictObject({
    name: z.string().max(200).optional().describe("A short name."),
    description: z
      .string()
      .max(10_000)
      .optional()
      .describe("A description of what was done and why."),
    kind: kind
      .optional()
      .describe(
        "manual (default) is kept until deleted; feature marks a finished feature and is never removed automatically; guard, session and automatic ones are removed over time.",
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
        "The state of your task list: the task in progress, completed tasks, the session’s number, tokens used.",
      ),
    metadata: z
      .record(z.string().max(200), z.unknown())
      .optional()
      .describe("Additional data, as a JSON object."),
    thread: threadId.optional(),
    message: messageId.optional().describe("The message this belongs to."),
    at: ref(
      "Name this earlier point instead of the current state; not with task, thread or message.",
    ).optional(),
  }),
  output: created,
  hints: ADDS,
  async run(input, { engine, source, turn, call, editors }) {
    const { task, ...options } = input;
    const unsaved = editors();
    const isOwn = input.thread === undefined && input.at === undefined;
    const open = isOwn ? await turn?.() : null;
    const checkpoint = await engine.checkpoint(
      {
        ...options,
        ...(open && {
          thread: open.thread,
          message: input.message ?? open.message ?? undefined,
        }),
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
