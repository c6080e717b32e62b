import { command } from "../command";
import { EXIT } from "../exitCodes";
import { count, sizeText } from "../text";

export default command({
  summary: "Give back the space of what was removed",
  group: "Keep in order",
  examples: [
    [
      "checkpoint compact",
      "Rewrites the packs that are mostly garbage; safe beside a running editor.",
    ],
  ],
  async run({ context }) {
    const engine = await context.open();
    const result = engine.compact(context.run);
    context.clearProgress();
    context.out.answer(result, () => [
      `${count(result.packsRewritten, "pack")} rewritten, ${sizeText(result.freedBytes)} freed; the store holds ${sizeText(result.sizeBytes)}.`,
    ]);
    return EXIT.done;
  },
});
