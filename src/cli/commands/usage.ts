import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { printable, table, type Paint } from "../text/text";
import { count, sizeText } from "../../wording/counts";
import { voice } from "../text/voice";
import type { Usage } from "../../engine/api";

export default command({
  summary: "Show what uses space, and what deleting would free",
  group: "Maintain",
  examples: [
    [
      "checkpoint usage",
      "Shows the size by kind and folder, and the largest files.",
    ],
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
          `  ${sizeText(r.bytes, voice)}`,
          count(r.versions, "version"),
          printable(r.path) || ".",
        ]),
      [0, 1],
    );
  return [
    `${sizeText(usage.sizeBytes, voice)} of ${sizeText(usage.quotaBytes, voice)}: packs ${sizeText(usage.packBytes, voice)}, journal ${sizeText(usage.journalBytes, voice)}, index ${sizeText(usage.indexBytes, voice)}; ${sizeText(usage.garbageBytes, voice)} garbage`,
    paint("bold", "By kind, with the space that deleting would free"),
    ...table(
      usage.byKind.map((k) => [
        `  ${k.kind}`,
        count(k.checkpoints, "checkpoint"),
        sizeText(k.freeableBytes, voice),
      ]),
      [1, 2],
    ),
    paint("bold", "By folder"),
    ...files(usage.byFolder),
    paint("bold", "Largest files"),
    ...files(usage.largest),
  ];
}
