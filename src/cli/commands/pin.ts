import { checkpointLine } from "../text/checkpointText";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { refOf } from "../line/options";

export default command({
  summary: "Keep a checkpoint until it is unpinned",
  group: "Maintain",
  operands: [refOf("The checkpoint")],
  examples: [
    ["checkpoint pin 12", "Keeps checkpoint 12 until it is unpinned."],
  ],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = engine.pin(operands[0]!, true);
    context.out.answer({ checkpoint }, (paint) => [
      checkpointLine(checkpoint, paint),
    ]);
    return EXIT.done;
  },
});
