import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { count, sizeText } from "../../wording/counts";
import { voice } from "../text/voice";

export default command({
  summary: "Free the space of removed checkpoints",
  group: "Maintain",
  examples: [
    [
      "checkpoint compact",
      "Rewrites packs that are mostly garbage. Safe while an editor is running.",
    ],
  ],
  async run({ context }) {
    const engine = await context.open();
    const result = engine.compact(context.run);
    context.clearProgress();
    context.out.answer(result, () => [
      `${count(result.packsRewritten, "pack")} rewritten, ${sizeText(result.freedBytes, voice)} freed; the store now takes ${sizeText(result.sizeBytes, voice)}.`,
    ]);
    return EXIT.done;
  },
});
