import { checkpointLine } from "../checkpointText";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { refOf } from "../options";

export default command({
  summary: "Write down more about a checkpoint",
  group: "Keep in order",
  operands: [
    refOf("The checkpoint"),
    { name: "TEXT", help: "Its new description; an empty one takes it away" },
  ],
  examples: [
    [
      'checkpoint describe latest "All tests pass but the slow one."',
      "A note for later.",
    ],
  ],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = engine.describe(operands[0]!, operands[1]!);
    context.out.answer({ checkpoint }, (paint) => [
      checkpointLine(checkpoint, paint),
    ]);
    return EXIT.done;
  },
});
