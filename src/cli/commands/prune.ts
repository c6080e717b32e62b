import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { CONSENT } from "../line/options";
import { printable } from "../text/text";
import { count, sizeText } from "../../wording/counts";
import { voice } from "../text/voice";

export default command({
  summary: "Remove old checkpoints according to the retention settings",
  group: "Maintain",
  options: {
    "dry-run": {
      ...CONSENT["dry-run"],
      help: "Only show what would be removed",
    },
  },
  notes: ["Manual, feature and pinned checkpoints are never removed."],
  examples: [
    [
      "checkpoint prune --dry-run",
      "Shows what would be removed and how much space that frees.",
    ],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    const result = engine.prune(
      { dryRun: values["dry-run"] === true },
      context.run,
    );
    context.clearProgress();
    const did = result.dryRun ? "Would remove" : "Removed";
    context.out.answer(result, (paint) => [
      ...result.removed.map(
        (r) =>
          `  ${paint("yellow", `#${r.number}`)} ${r.kind}${r.name ? ` ${printable(r.name)}` : ""}`,
      ),
      result.removed.length + result.versions === 0
        ? `Nothing to remove; the store takes ${sizeText(result.sizeBytes, voice)}.`
        : `${did} ${count(result.removed.length, "checkpoint")} and ${count(result.versions, "version")}: ${sizeText(result.freedBytes, voice)} freed; the store now takes ${sizeText(result.sizeBytes, voice)}.`,
    ]);
    return EXIT.done;
  },
});
