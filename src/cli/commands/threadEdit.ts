import type { Engine } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { ThreadEdit } from "../../engine/model/thread";
import { usageError } from "../args";
import { command } from "../command";
import { OWN_SOURCE, type Context } from "../context";
import { EXIT } from "../exitCodes";
import { uninterrupted } from "../interrupt";
import { CONSENT } from "../options";
import { timeText } from "../text";
import { doneLines, editLines, firstLine } from "../threadText";
import { failureLines } from "../planText";

export default command({
  summary: "Go back to a message of yours, with the files as they were",
  group: "Conversations",
  operands: [
    { name: "THREAD", help: "The conversation", complete: "thread" },
    {
      name: "MESSAGE",
      help: "The message; on a terminal it can be picked from a list",
      isOptional: true,
    },
  ],
  options: {
    ...CONSENT,
    source: {
      type: "string",
      value: "S",
      help: "Who asks: the agent the conversation belongs to",
    },
  },
  notes: [
    "With --json and without --yes it answers what it would do: requiresConfirmation, restorations and changedByOthers. “checkpoint undo” brings back the files and the messages.",
  ],
  examples: [
    ["checkpoint thread edit chat-1", "Pick a message with the arrow keys."],
    [
      "checkpoint thread edit chat-1 m3 --dry-run --json",
      "What a client asks before it offers the edit.",
    ],
  ],
  async run({ values, operands, context }) {
    const thread = operands[0]!;
    const engine = await context.open();
    const message = operands[1] ?? (await pickMessage(engine, thread, context));
    if (message === null) return declined(context);
    const request = { thread, message, as: values.source ?? OWN_SOURCE };
    const edit = engine.editMessage(request, context.run);
    context.clearProgress();
    if (values["dry-run"]) return answer(context, edit);
    if (edit.requiresConfirmation && !values.yes) {
      if (context.out.isJson) return answer(context, edit);
      const isAgreed = await context.agrees("Editing a message", "Go ahead?", {
        yes: false,
        show: (paint) => editLines(edit, paint),
      });
      if (!isAgreed) return declined(context);
    }
    // Just what was shown: planned anew it might do more.
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
    out.note(failureLines("The edit", edit, out.paintErr).join("\n"));
  else
    out.answer(edit, (paint) =>
      edit.applied ? doneLines(edit, paint) : editLines(edit, paint),
    );
  return edit.failures.length > 0 ? EXIT.failed : EXIT.done;
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
    throw new CheckpointError(
      "not-found",
      `“${thread}” has no message of yours to edit.`,
    );
  const { pick } = await import("../picker");
  const picked = await pick(
    "Edit which message? Arrow keys, Enter; Esc to leave.",
    messages.map((m) => `${timeText(m.at)}  ${firstLine(m.text) || m.id}`),
  );
  return picked === null ? null : (messages[picked]?.id ?? null);
}

function declined(context: Context): number {
  context.out.note("Nothing was changed.");
  return EXIT.failed;
}
