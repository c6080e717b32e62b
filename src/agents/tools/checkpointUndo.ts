import * as z from "zod";
import { briefReport } from "../../answers/brief";
import { undoQuestion } from "../../wording/consent";
import { OVERWRITES, tool } from "../tool";
import { applyPlan } from "./applyPlan";
import { restoreAnswer } from "./restoreAnswer";

export const checkpointUndo = tool({
  name: "checkpoint_undo",
  title: "Undo a restore",
  description:
    "Undoes the latest restore, revert or thread edit (or a given one): OVERWRITES and DELETES files so that they are as they were before it. " +
    "Undoing again goes one restore further back. The current state is recorded first, so nothing is lost. " +
    "The answer lists exactly what changed; your context of these files is stale afterwards.",
  input: z.strictObject({
    restore: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "The restoreId from an earlier answer (default: the latest restore).",
      ),
    redo: z
      .literal(true)
      .optional()
      .describe("Redo the last undone restore instead."),
  }),
  output: briefReport,
  hints: OVERWRITES,
  confirm: ({ redo }, voice) => undoQuestion(redo === true, voice),
  async run(input, context) {
    const { engine, call, editors, showRestored } = context;
    const request = {
      restore: input.restore,
      editors: editors(),
      unsaved: showRestored !== null,
    };
    const plan = input.redo
      ? await engine.planRedo(request, call)
      : await engine.planUndo(request, call);
    return restoreAnswer(await applyPlan(plan, context));
  },
});
