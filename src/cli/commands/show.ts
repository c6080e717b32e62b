import { checkpointLines } from "../checkpointText";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../fileHint";
import { refOf } from "../options";

export default command({
  summary: "Show one checkpoint in full, with the paths it changed",
  group: "Look",
  operands: [refOf("The checkpoint")],
  examples: [["checkpoint show latest", "The newest checkpoint."]],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = withFileHint(
      { context, engine },
      operands,
      ({ files }) => ({
        what: "To see a file’s versions",
        line: ["history", ...files],
      }),
      () => engine.get(operands[0]!),
    );
    context.out.answer({ checkpoint }, (paint) =>
      checkpointLines(checkpoint, paint),
    );
    return EXIT.done;
  },
});
