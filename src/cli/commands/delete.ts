import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { refOf } from "../line/options";

export default command({
  summary: "Delete checkpoints; your files are not touched",
  group: "Maintain",
  operands: [{ ...refOf("The checkpoints"), isMany: true }],
  options: {
    force: {
      type: "boolean",
      short: "f",
      help: "Also delete pinned and feature checkpoints",
    },
  },
  examples: [
    [
      "checkpoint delete 3 4 5",
      "Deletes three checkpoints. Run prune and compact to free their space.",
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
