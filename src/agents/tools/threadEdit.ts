import * as z from "zod";
import { briefEdit } from "../../answers/brief";
import type { ThreadEdit } from "../../engine/model/thread";
import { editQuestion } from "../../wording/consent";
import { OVERWRITES, tool, type ToolContext } from "../tool";
import { mustAgreeTo } from "./consent";
import { messageId, threadId } from "./inputs";
import { failureLines, failureValues, firstOf } from "./restoreAnswer";
import { oneLine, pathLines, sectionLines, STALE } from "./texts";
import { guardText, newerSections, wayBackText } from "../../wording/plan";
import {
  didEditText,
  leftToOthersSection,
  willEditText,
} from "../../wording/threads";
import { voice } from "../voice";

export const threadEdit = tool({
  name: "thread_edit",
  title: "Go back to a message",
  description:
    "Goes back to one of the user’s messages in order to edit it: OVERWRITES and DELETES files so that the folder is as it was when the message was sent, and marks later messages as deleted. " +
    "Without apply it only reports what would happen. checkpoint_undo restores both the files and the messages. Your context of the changed files is stale afterwards.",
  input: z.strictObject({
    thread: threadId,
    message: messageId.describe("The user’s message to go back to."),
    apply: z
      .boolean()
      .optional()
      .describe("True applies it; otherwise it is only previewed."),
    includeOthers: z
      .boolean()
      .optional()
      .describe(
        "True also restores files that only others have changed since; otherwise they are left alone and listed in leftToOthers.",
      ),
  }),
  output: briefEdit,
  hints: OVERWRITES,
  confirm: ({ thread, message, apply }, voice) =>
    apply
      ? editQuestion(
          { message: oneLine(message, 60), thread: oneLine(thread, 60) },
          voice,
        )
      : null,
  async run(input, context) {
    const { engine, source, call, editors } = context;
    const { apply, ...request } = input;
    const planned = await engine.editMessage(
      { ...request, as: source, editors: editors() },
      call,
    );
    const edit = apply ? await applyEdit(planned, context) : planned;
    const { restorations, changedByOthers } = edit;
    const shown = firstOf(restorations);
    const others = firstOf(changedByOthers);
    const left = firstOf(edit.leftToOthers);
    return {
      value: {
        ...edit,
        isHalfDone: edit.isHalfDone ?? false,
        restorations: shown,
        changedByOthers: others,
        leftToOthers: left,
        failures: failureValues(edit.failures),
        truncated:
          shown.length < restorations.length ||
          others.length < changedByOthers.length ||
          left.length < edit.leftToOthers.length,
      },
      text: textOf(edit),
    };
  },
});

/** Applies exactly the plan that the user was asked about; a new one might do more. */
async function applyEdit(
  planned: ThreadEdit,
  context: ToolContext,
): Promise<ThreadEdit> {
  const { engine, source, call, ask, editors, whileWriting } = context;
  const isAsked = ask !== undefined && planned.requiresConfirmation;
  if (isAsked) await mustAgreeTo(willEditText(planned, voice).join(" "), ask);
  return whileWriting(async () => {
    const held = editors();
    const { applied, guard, failures, isHalfDone, plan } =
      await engine.applyRestore(
        planned.planId,
        { source, editors: held, rescan: isAsked },
        call,
      );
    if (applied) await context.showRestored?.(plan, held);
    const half = isHalfDone ? { isHalfDone } : {};
    return { ...planned, applied, guard, failures, ...half };
  });
}

function textOf(edit: ThreadEdit): string {
  if (edit.failures.length > 0) return failureLines("thread", edit).join("\n");
  const sentences = edit.applied
    ? didEditText(edit, voice)
    : willEditText(edit, voice);
  return [
    ...sectionLines(newerSections(edit, voice, edit.applied)),
    sentences.join(" "),
    ...pathLines(
      edit.restorations.map(({ path, action }) => [action, path] as const),
      200,
    ),
    ...sectionLines(leftToOthersSection(edit.leftToOthers, voice)),
    ...endLines(edit),
  ].join("\n");
}

function endLines({ applied, guard }: ThreadEdit): string[] {
  if (!applied) return ["Call again with apply: true to do it."];
  if (guard === null)
    return ["There was nothing to do, and there is nothing to undo."];
  return [
    STALE,
    `${wayBackText("thread", voice)} ${guardText(`#${guard.number}`, voice)}`,
  ];
}
