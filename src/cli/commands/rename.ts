import { checkpointLine } from "../text/checkpointText";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { refOf } from "../line/options";

export default command({
  summary: "Rename a checkpoint",
  group: "Maintain",
  operands: [
    refOf("The checkpoint"),
    { name: "NAME", help: "The new name; an empty one removes it" },
  ],
  examples: [['checkpoint rename 12 "parser works"', "Names checkpoint 12."]],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = engine.rename(operands[0]!, operands[1]!);
    context.out.answer({ checkpoint }, (paint) => [
      checkpointLine(checkpoint, paint),
    ]);
    return EXIT.done;
  },
});
