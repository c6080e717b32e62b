import { checkpointLine } from "../checkpointText";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { refOf } from "../options";

export default command({
  summary: "Keep a checkpoint until it is unpinned",
  group: "Keep in order",
  operands: [refOf("The checkpoint")],
  examples: [["checkpoint pin 12", "Nothing removes checkpoint 12 any more."]],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = engine.pin(operands[0]!, true);
    context.out.answer({ checkpoint }, (paint) => [
      checkpointLine(checkpoint, paint),
    ]);
    return EXIT.done;
  },
});
