import { checkpointLine } from "../checkpointText";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { refOf } from "../options";

export default command({
  summary: "Give a checkpoint another name",
  group: "Keep in order",
  operands: [
    refOf("The checkpoint"),
    { name: "NAME", help: "Its new name; an empty one takes it away" },
  ],
  examples: [
    [
      'checkpoint rename 12 "parser works"',
      "Checkpoint 12 gets a name to remember.",
    ],
  ],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = engine.rename(operands[0]!, operands[1]!);
    context.out.answer({ checkpoint }, (paint) => [
      checkpointLine(checkpoint, paint),
    ]);
    return EXIT.done;
  },
});
