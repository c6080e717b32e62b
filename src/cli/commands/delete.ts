import { command } from "../command";
import { EXIT } from "../exitCodes";
import { refOf } from "../options";

export default command({
  summary: "Delete checkpoints; the files of the folder stay as they are",
  group: "Keep in order",
  operands: [{ ...refOf("The checkpoints"), isMany: true }],
  options: {
    force: {
      type: "boolean",
      short: "f",
      help: "Also those that are pinned or mark a feature",
    },
  },
  examples: [
    [
      "checkpoint delete 3 4 5",
      "Three checkpoints less; what only they held is freed by prune and compact.",
    ],
  ],
  async run({ values, operands, context }) {
    const refs = operands.filter((ref) => ref !== undefined);
    const engine = await context.open();
    const { deleted } = engine.delete(refs, { force: values.force === true });
    context.out.answer({ deleted }, () => [
      `Deleted ${deleted.map((number) => `#${number}`).join(", ")}.`,
    ]);
    return EXIT.done;
  },
});
