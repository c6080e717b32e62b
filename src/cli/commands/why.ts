import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { printable } from "../text/text";
import { whyText } from "../../wording/why";
import { voice } from "../text/voice";

export default command({
  summary: "Explain why a file is or is not recorded",
  group: "Inspect",
  operands: [{ name: "PATH", help: "The file or folder", complete: "file" }],
  examples: [
    [
      "checkpoint why dist/app.js",
      "Names the .gitignore line or the setting that excludes it.",
    ],
  ],
  async run({ operands, context }) {
    const path = context.path(operands[0]!);
    if (path === "")
      throw usageError(
        "why",
        "PATH must be a file or folder inside the workspace.",
      );
    const engine = await context.open();
    context.recordFirst(engine);
    const answer = engine.why(path);
    context.out.answer({ ...answer }, () => [
      printable(whyText(answer, voice)),
    ]);
    return EXIT.done;
  },
});
