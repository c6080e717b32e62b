import type { Engine } from "../../engine/api";
import type { ThreadEdit } from "../../engine/model/thread";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { OWN_SOURCE, type Context } from "../context";
import { EXIT } from "../exitCodes";
import { uninterrupted } from "../interrupt";
import { CONSENT } from "../line/options";
import { timeText } from "../text/text";
import { doneLines, editLines, firstLine } from "../text/threadText";
import { failureLines } from "../text/planText";
import { declinedText } from "../../wording/consent";
import { SaidError } from "../../wording/said";
import { spokenFailure } from "../../wording/errors";
import { voice } from "../text/voice";

export default command({
  summary: "Go back to one of your messages, files included",
  group: "Conversations",
  operands: [
    { name: "THREAD", help: "The conversation", complete: "thread" },
    {
      name: "MESSAGE",
      help: "The message; on a terminal you can pick it from a list",
      isOptional: true,
    },
  ],
  options: {
    ...CONSENT,
    source: {
      type: "string",
      value: "S",
      help: "The agent that the conversation belongs to",
    },
    "include-others": {
      type: "boolean",
      help: "Also restore files that only others have changed since",
    },
  },
  notes: [
    "With --json but without --yes it only reports what it would do: requiresConfirmation, restorations, changedByOthers, and leftToOthers (files left alone because only other agents or conversations changed them). “checkpoint undo” restores both the files and the messages.",
  ],
  examples: [
    [
      "checkpoint thread edit chat-1",
      "Lets you pick a message with the arrow keys.",
    ],
    [
      "checkpoint thread edit chat-1 m3 --dry-run --json",
      "Prints what the edit would do, for a program.",
    ],
  ],
  async run({ values, operands, context }) {
    const thread = operands[0]!;
    const engine = await context.open();
    const message = operands[1] ?? (await pickMessage(engine, thread, context));
    if (message === null) return declined(context);
    const request = {
      thread,
      message,
      as: values.source ?? OWN_SOURCE,
      includeOthers: values["include-others"] === true,
    };
    const edit = engine.editMessage(request, context.run);
    context.clearProgress();
    if (values["dry-run"]) return answer(context, edit);
    if (edit.requiresConfirmation && !values.yes) {
      if (context.out.isJson) return answer(context, edit);
      const isAgreed = await context.agrees("Editing a message", "Continue?", {
        yes: false,
        show: (paint) => editLines(edit, paint),
      });
      if (!isAgreed) return declined(context);
    }
    // Apply exactly the plan that was shown; a new one might do more.
    const { result } = await uninterrupted(() =>
      engine.applyRestore(edit.planId, { source: request.as }, context.run),
    );
    context.clearProgress();
    const { applied, guard, failures, isHalfDone } = result;
    const half = isHalfDone ? { isHalfDone } : {};
    return answer(context, { ...edit, applied, guard, failures, ...half });
  },
});

function answer(context: Context, edit: ThreadEdit): number {
  const { out } = context;
  if (edit.failures.length > 0 && !out.isJson)
    out.note(failureLines("thread", edit, out.paintErr).join("\n"));
  else
    out.answer(editAnswer(edit), (paint) =>
      edit.applied ? doneLines(edit, paint) : editLines(edit, paint),
    );
  return edit.failures.length > 0 ? EXIT.failed : EXIT.done;
}

function editAnswer({ failures, ...edit }: ThreadEdit): unknown {
  const said = failures.map((failure) => spokenFailure(failure, voice));
  return { ...edit, failures: said };
}

async function pickMessage(
  engine: Engine,
  thread: string,
  context: Context,
): Promise<string | null> {
  const { streams, isJson } = context.out;
  if (isJson || !streams.stdinIsTerminal || !streams.stderrIsTerminal)
    throw usageError(
      "thread edit",
      "MESSAGE is missing, and there is no terminal to pick it on.",
    );
  const messages = engine
    .thread(thread)
    .messages.filter((m) => m.role === "user" && !m.deleted);
  if (messages.length === 0)
    throw new SaidError(
      "not-found",
      `“${thread}” has no message by you to edit.`,
    );
  const { pick } = await import("../picker");
  const picked = await pick(
    "Edit which message? Arrow keys, Enter; Esc to cancel.",
    messages.map((m) => `${timeText(m.at)}  ${firstLine(m.text) || m.id}`),
  );
  return picked === null ? null : (messages[picked]?.id ?? null);
}

function declined(context: Context): number {
  context.out.note(declinedText(voice));
  return EXIT.failed;
}
