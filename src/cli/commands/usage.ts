import { command } from "../command";
import { EXIT } from "../exitCodes";
import { count, printable, sizeText, table, type Paint } from "../text";
import type { Usage } from "../../engine/api";

export default command({
  summary: "Say what takes the space, and what deleting would free",
  group: "Keep in order",
  examples: [
    ["checkpoint usage", "Bytes by kind and folder, and the largest files."],
  ],
  async run({ context }) {
    const engine = await context.open();
    const usage = engine.usage();
    context.out.answer(usage, (paint) => usageLines(usage, paint));
    return EXIT.done;
  },
});

function usageLines(usage: Usage, paint: Paint): string[] {
  const files = (rows: Usage["largest"]) =>
    table(
      rows
        .slice(0, 15)
        .map((r) => [
          `  ${sizeText(r.bytes)}`,
          count(r.versions, "version"),
          printable(r.path) || ".",
        ]),
      [0, 1],
    );
  return [
    `${sizeText(usage.sizeBytes)} of ${sizeText(usage.quotaBytes)}: packs ${sizeText(usage.packBytes)}, journal ${sizeText(usage.journalBytes)}, index ${sizeText(usage.indexBytes)}; ${sizeText(usage.garbageBytes)} garbage`,
    paint("bold", "By kind, and what deleting them would free"),
    ...table(
      usage.byKind.map((k) => [
        `  ${k.kind}`,
        count(k.checkpoints, "checkpoint"),
        sizeText(k.freeableBytes),
      ]),
      [1, 2],
    ),
    paint("bold", "By folder"),
    ...files(usage.byFolder),
    paint("bold", "Largest files"),
    ...files(usage.largest),
  ];
}
