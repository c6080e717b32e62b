import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { limitOf } from "../line/options";
import { printable, table, timeText } from "../text/text";
import { sizeText } from "../../wording/counts";
import { voice } from "../text/voice";

export default command({
  summary: "List deleted files that can be restored",
  group: "Inspect",
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
      "Lists what was deleted from src, and the moment to restore it from.",
    ],
  ],
  async run({ values, operands, context }) {
    const path = operands[0] === undefined ? "" : context.path(operands[0]);
    const engine = await context.open();
    context.recordFirst(engine);
    const limit = values.limit ?? 100;
    // One more than shown, to know whether there are more.
    const found = engine.deleted({
      ...(path === "" ? {} : { path }),
      limit: limit + 1,
    });
    const deleted = found.slice(0, limit);
    context.out.answer({ deleted }, (paint) => {
      const where = path === "" ? "" : ` below ${printable(path)}`;
      if (deleted.length === 0)
        return [`No deleted files are recorded${where}.`];
      const rows = deleted.map((d) => [
        paint("yellow", `@${d.lastMoment}`),
        paint("dim", timeText(d.deletedAt)),
        sizeText(d.sizeBytes, voice),
        paint("dim", printable(d.source)),
        printable(context.fromHere(d.path)),
      ]);
      return [
        ...table(rows, [0, 2]),
        ...(found.length > limit
          ? [paint("dim", "There are more. Use a higher --limit to see them.")]
          : []),
        paint("dim", "To restore one: checkpoint restore @MOMENT -- PATH"),
      ];
    });
    return EXIT.done;
  },
});
