import * as z from "zod";
import type { ThreadEdit } from "../../engine/model/thread";
import { OVERWRITES, tool, type RestoredFiles } from "../tool";
import { messageId, threadId } from "./inputs";
import { numbered, numberedValue } from "./outputs";
import {
  failureLines,
  failureValues,
  firstOf,
  halfDoneOut,
} from "./restoreAnswer";
import { oneLine, pathLines, plural } from "./texts";

export const threadEdit = tool({
  name: "thread_edit",
  title: "Go back to a message",
  description:
    "Goes back to one of the user’s messages in order to edit it: OVERWRITES and DELETES files so that the folder is as it was when the message was said, and marks the later messages deleted. " +
    "Without apply it only answers what would happen. With apply it is done; checkpoint_undo brings back both the files and the messages. Your context of the changed files is stale afterwards.",
  input: z.strictObject({
    thread: threadId,
    message: messageId.describe("The user’s message to go back to."),
    apply: z
      .boolean()
      .optional()
      .describe("True does it; otherwise it is only shown."),
  }),
  output: z.object({
    thread: z.string(),
    message: z.string(),
    requiresConfirmation: z.boolean(),
    applied: z.boolean(),
    isHalfDone: halfDoneOut,
    restorations: z.array(
      z.object({
        path: z.string(),
        action: z.enum(["create", "replace", "delete"]),
      }),
    ),
    changedByOthers: z.array(
      z.object({ path: z.string(), sources: z.array(z.string()) }),
    ),
    deletedMessages: z.array(z.string()),
    guard: numbered,
    failures: z.array(
      z.object({ path: z.string(), code: z.string(), message: z.string() }),
    ),
    truncated: z.boolean().describe("True when the lists of files are cut."),
  }),
  hints: OVERWRITES,
  confirm: ({ thread, message, apply }) =>
    apply
      ? {
          title: "Go back to this message?",
          message: `The folder goes back to message ${oneLine(message, 60)} of ${oneLine(thread, 60)}: files are overwritten or deleted, later messages are marked deleted. It can be undone.`,
        }
      : null,
  async run(input, context) {
    const { engine, source, call, editors, whileWriting } = context;
    const request = { ...input, as: source, editors: editors() };
    const edit = input.apply
      ? await whileWriting(async () => {
          const done = await engine.editMessage(request, call);
          if (done.applied)
            await context.showRestored?.(filesOf(done), request.editors);
          return done;
        })
      : await engine.editMessage(request, call);
    const { restorations, changedByOthers, deletedMessages, failures } = edit;
    const shown = firstOf(restorations);
    const others = firstOf(changedByOthers);
    return {
      value: {
        thread: edit.thread,
        message: edit.message,
        requiresConfirmation: edit.requiresConfirmation,
        applied: edit.applied,
        isHalfDone: edit.isHalfDone ?? false,
        restorations: shown.map(({ path, action }) => ({ path, action })),
        changedByOthers: others.map(({ path, sources }) => ({
          path,
          sources: [...sources],
        })),
        deletedMessages: [...deletedMessages],
        guard: numberedValue(edit.guard),
        failures: failureValues(failures),
        truncated:
          shown.length < restorations.length ||
          others.length < changedByOthers.length,
      },
      text: textOf(edit),
    };
  },
});

function textOf(edit: ThreadEdit): string {
  const { restorations, changedByOthers, deletedMessages, failures } = edit;
  if (failures.length > 0) return failureLines(edit).join("\n");
  const files = plural(restorations.length, "file");
  const messages = plural(deletedMessages.length, "later message");
  const are = deletedMessages.length === 1 ? "is" : "are";
  return [
    edit.applied
      ? `${files} went back, ${messages} ${are} marked deleted.`
      : `${files} would go back, ${messages} would be marked deleted.`,
    ...pathLines(
      restorations.map(({ path, action }) => [action, path] as const),
      200,
    ),
    ...(changedByOthers.length > 0
      ? [
          "Others changed these files since:",
          ...pathLines(
            changedByOthers.map(
              (one) => [`${one.sources.join(", ")}:`, one.path] as const,
            ),
          ),
        ]
      : []),
    ...endLines(edit),
  ].join("\n");
}

function endLines({ applied, guard }: ThreadEdit): string[] {
  if (!applied) return ["Call again with apply: true to do it."];
  if (guard === null)
    return ["There was nothing to do, and there is nothing to undo."];
  return [
    `Your context of these files is stale: read them again. Undo with checkpoint_undo; what was replaced is in checkpoint #${guard.number}.`,
  ];
}

function filesOf({ restorations }: ThreadEdit): RestoredFiles {
  const state = { hash: "", mode: 0, sizeBytes: 0 };
  const writes: RestoredFiles["writes"] = [];
  const deletes: RestoredFiles["deletes"] = [];
  for (const { path, action } of restorations)
    if (action === "delete") deletes.push({ path, before: state });
    else writes.push({ path, action, before: null, after: state });
  return { writes, deletes, unsaved: [] };
}
