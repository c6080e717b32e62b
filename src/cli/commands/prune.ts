import { command } from "../command";
import { EXIT } from "../exitCodes";
import { CONSENT } from "../options";
import { count, printable, sizeText } from "../text";

export default command({
  summary: "Remove what the rules no longer keep",
  group: "Keep in order",
  options: {
    "dry-run": { ...CONSENT["dry-run"], help: "Only say what would go" },
  },
  notes: ["Manual, feature and pinned checkpoints are never removed here."],
  examples: [
    ["checkpoint prune --dry-run", "What would go, and what that frees."],
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
        ? `Nothing to remove; the store holds ${sizeText(result.sizeBytes)}.`
        : `${did} ${count(result.removed.length, "checkpoint")} and ${count(result.versions, "version")}: ${sizeText(result.freedBytes)} freed, the store holds ${sizeText(result.sizeBytes)}.`,
    ]);
    return EXIT.done;
  },
});
