import { usageError } from "../args";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { limitOf } from "../options";
import { asRecorded, fromRootHint } from "../spelling";
import { printable, sizeText, table, timeText } from "../text";

export default command({
  summary: "List the versions of a file, or of all files below a folder",
  group: "Look",
  operands: [{ name: "PATH", help: "The file or folder", complete: "file" }],
  options: {
    limit: limitOf(50),
    before: {
      type: "number",
      sign: "@",
      value: "MOMENT",
      help: "Only versions from before this moment",
    },
  },
  examples: [
    [
      "checkpoint history src/app.ts",
      "Every version of one file, with the checkpoint that holds it.",
    ],
  ],
  async run({ values, operands, context }) {
    const given = context.path(operands[0]!);
    if (given === "")
      throw usageError(
        "history",
        "PATH is a file or a folder inside; “checkpoint list” tells of the whole.",
      );
    const engine = await context.open();
    const path = asRecorded(engine, given);
    context.lookFirst(engine);
    const versions = engine.history(path, {
      limit: values.limit ?? 50,
      ...(values.before === undefined ? {} : { before: values.before }),
    });
    context.out.answer({ path, versions }, (paint) => {
      if (versions.length === 0) {
        const when =
          values.before === undefined ? "" : ` from before @${values.before}`;
        const hint = fromRootHint(engine, path, context);
        return [
          `Nothing${when} is known of ${printable(path)}.`,
          ...(hint === null ? [] : [printable(hint)]),
        ];
      }
      const rows = versions.map((v) => [
        paint("yellow", `@${v.born}`),
        paint("dim", timeText(v.at)),
        v.change +
          (v.unsaved ? " (unsaved)" : "") +
          (v.reason ? ` (${v.reason})` : ""),
        v.hash === null ? "" : sizeText(v.sizeBytes),
        paint("dim", printable(v.source)),
        v.checkpoint ? `#${v.checkpoint.number}` : "",
        v.path === path ? "" : printable(v.path),
      ]);
      const before = versions.at(-1)!.born;
      const isMore = engine.history(path, { limit: 1, before }).length > 0;
      return [
        ...table(rows, [0, 3]),
        ...(isMore
          ? [paint("dim", `There are older ones: --before ${before}`)]
          : []),
      ];
    });
    return EXIT.done;
  },
});
