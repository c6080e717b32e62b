import * as z from "zod";
import { deletedCheckpoints } from "../../answers/checkpoint";
import { deleteQuestion } from "../../wording/consent";
import { OVERWRITES, tool } from "../tool";
import { ref } from "./inputs";
import { oneLine } from "./texts";

export const checkpointDelete = tool({
  name: "checkpoint_delete",
  title: "Delete checkpoints",
  description:
    "DELETES checkpoints from the history. No file of the workspace is deleted, but the states they named may no longer be restorable, and this CANNOT be undone. " +
    "Pinned and feature checkpoints are deleted only with force. Use it only if the user asked for it.",
  input: z.strictObject({
    refs: z
      .array(ref("A checkpoint."))
      .min(1)
      .max(200)
      .describe("The checkpoints to delete."),
    force: z
      .boolean()
      .optional()
      .describe("Also delete pinned and feature checkpoints."),
  }),
  output: deletedCheckpoints,
  hints: OVERWRITES,
  confirm: ({ refs }, voice) =>
    deleteQuestion(
      {
        shown: refs.slice(0, 10).map((one) => oneLine(one, 60)),
        total: refs.length,
      },
      voice,
    ),
  async run({ refs, force }, { engine }) {
    const { deleted } = await engine.delete(
      refs,
      force === undefined ? {} : { force },
    );
    return {
      value: { deleted },
      text: `Deleted ${deleted.map((number) => `#${number}`).join(", ")}.`,
    };
  },
});
