import { checkpointLines } from "../text/checkpointText";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../text/fileHint";
import { refOf } from "../line/options";

export default command({
  summary: "Show one checkpoint in full, with the files it changed",
  group: "Inspect",
  operands: [refOf("The checkpoint")],
  examples: [["checkpoint show latest", "Shows the newest checkpoint."]],
  async run({ operands, context }) {
    const engine = await context.open();
    const checkpoint = withFileHint(
      { context, engine },
      operands,
      ({ files }) => ({
        what: "To see a file's versions",
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
