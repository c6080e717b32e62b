import { checkpointLine } from "../text/checkpointText";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { refOf } from "../line/options";

export default command({
  summary: "Unpin a checkpoint; normal retention applies again",
  group: "Maintain",
  operands: [refOf("The checkpoint")],
  examples: [
    ["checkpoint unpin 12", "Applies normal retention to checkpoint 12 again."],
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
