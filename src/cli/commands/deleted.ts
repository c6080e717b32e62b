import { command } from "../command";
import { EXIT } from "../exitCodes";
import { limitOf } from "../options";
import { printable, sizeText, table, timeText } from "../text";

export default command({
  summary: "List files that are gone and can be brought back",
  group: "Look",
  operands: [
    {
      name: "PATH",
      help: "Only below this folder",
      isOptional: true,
      complete: "folder",
    },
  ],
  options: {
    limit: limitOf(100),
  },
  examples: [
    [
      "checkpoint deleted src",
      "What vanished from src, and from which moment to restore it.",
    ],
  ],
  async run({ values, operands, context }) {
    const path = operands[0] === undefined ? "" : context.path(operands[0]);
    const engine = await context.open();
    context.lookFirst(engine);
    const limit = values.limit ?? 100;
    // One more tells whether there are more.
    const found = engine.deleted({
      ...(path === "" ? {} : { path }),
      limit: limit + 1,
    });
    const deleted = found.slice(0, limit);
    context.out.answer({ deleted }, (paint) => {
      const where = path === "" ? "" : ` below ${printable(path)}`;
      if (deleted.length === 0) return [`No deleted files are known${where}.`];
      const rows = deleted.map((d) => [
        paint("yellow", `@${d.lastMoment}`),
        paint("dim", timeText(d.deletedAt)),
        sizeText(d.sizeBytes),
        paint("dim", printable(d.source)),
        printable(context.fromHere(d.path)),
      ]);
      return [
        ...table(rows, [0, 2]),
        ...(found.length > limit
          ? [paint("dim", "There are older ones: --limit shows more.")]
          : []),
        paint("dim", "To bring one back: checkpoint restore @MOMENT -- PATH"),
      ];
    });
    return EXIT.done;
  },
});
