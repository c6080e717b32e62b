import * as z from "zod";
import { OVERWRITES, tool } from "../tool";
import { ref } from "./inputs";
import { oneLine, plural } from "./texts";

export const checkpointDelete = tool({
  name: "checkpoint_delete",
  title: "Delete checkpoints",
  description:
    "Removes checkpoints from the history. DELETES no file of the workspace, but the removed points can no longer be restored by name, and this CANNOT be undone. " +
    "Pinned and feature checkpoints are only deleted with force. Delete only when the person asked for it.",
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
  output: z.object({
    deleted: z.array(z.number()).describe("The numbers of what is gone."),
  }),
  hints: OVERWRITES,
  confirm: ({ refs }) => ({
    title: `Delete ${plural(refs.length, "checkpoint")}?`,
    message: `${refs
      .slice(0, 10)
      .map((one) => oneLine(one, 60))
      .join(", ")}: this cannot be undone. Your files stay as they are.`,
  }),
  async run({ refs, force }, { engine }) {
    const { deleted } = await engine.delete(
      refs,
      force === undefined ? {} : { force },
    );
    return {
      value: { deleted: [...deleted] },
      text: `Deleted ${deleted.map((number) => `#${number}`).join(", ")}.`,
    };
  },
});
