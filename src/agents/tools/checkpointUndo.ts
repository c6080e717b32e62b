import * as z from "zod";
import { OVERWRITES, tool } from "../tool";
import { applyPlan } from "./applyPlan";
import { restoreAnswer, restoreOut } from "./restoreAnswer";

export const checkpointUndo = tool({
  name: "checkpoint_undo",
  title: "Undo a restore",
  description:
    "Undoes the latest restore, revert or thread edit (or a given one): OVERWRITES and DELETES files so that they are as they were before it. " +
    "Undoing again goes one restore further back; nothing is lost, what is replaced is recorded first. " +
    "The answer lists exactly what changed: your context of these files is stale afterwards.",
  input: z.strictObject({
    restore: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "A restoreId of an earlier answer; the latest restore when left out.",
      ),
    redo: z
      .literal(true)
      .optional()
      .describe("Redo what was undone last instead."),
  }),
  output: restoreOut,
  hints: OVERWRITES,
  confirm: ({ redo }) => ({
    title: redo ? "Redo the restore?" : "Undo the restore?",
    message:
      "Files are overwritten or deleted so that they are as they were before. What is replaced is recorded first.",
  }),
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
