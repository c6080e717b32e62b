import { checkpointLine } from "../text/checkpointText";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { refOf } from "../line/options";

export default command({
  summary: "Change the description of a checkpoint",
  group: "Maintain",
  operands: [
    refOf("The checkpoint"),
    { name: "TEXT", help: "The new description; an empty one removes it" },
  ],
  examples: [
    [
      'checkpoint describe latest "All tests pass except the slow one."',
      "Adds a note for later.",
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
