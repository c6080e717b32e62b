import { checkpointLine } from "../checkpointText";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { refOf } from "../options";

export default command({
  summary: "Let a pinned checkpoint go the way of its kind",
  group: "Keep in order",
  operands: [refOf("The checkpoint")],
  examples: [
    [
      "checkpoint unpin 12",
      "Checkpoint 12 is kept as long as others of its kind.",
    ],
  ],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = engine.pin(operands[0]!, false);
    context.out.answer({ checkpoint }, (paint) => [
      checkpointLine(checkpoint, paint),
    ]);
    return EXIT.done;
  },
});
