import type { FileVersion } from "../../answers/version";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { limitOf } from "../line/options";
import { asRecorded, fromRootHint } from "../line/knownPaths";
import { printable, table, timeText } from "../text/text";
import { sizeText } from "../../wording/counts";
import { voice } from "../text/voice";

export default command({
  summary: "List the versions of a file, or of all files in a folder",
  group: "Inspect",
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
      "Lists every version of the file and the checkpoint that has it.",
    ],
  ],
  async run({ values, operands, context }) {
    const given = context.path(operands[0]!);
    if (given === "")
      throw usageError(
        "history",
        "PATH must be a file or folder inside the workspace. To see the history of everything, use “checkpoint list”.",
      );
    const engine = await context.open();
    const path = asRecorded(engine, given);
    context.recordFirst(engine);
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
          `No version of ${printable(path)}${when} is recorded.`,
          ...(hint === null ? [] : [printable(hint)]),
        ];
      }
      const rows = versions.map((v) => [
        paint("yellow", `@${v.born}`),
        paint("dim", timeText(v.at)),
        v.change +
          (v.unsaved ? " (unsaved)" : "") +
          (v.reason ? ` (${v.reason})` : ""),
        v.hash === null ? "" : sizeText(v.sizeBytes, voice),
        paint("dim", printable(authorText(v))),
        v.checkpoint ? `#${v.checkpoint.number}` : "",
        v.path === path ? "" : printable(v.path),
      ]);
      const before = versions.at(-1)!.born;
      const isMore = engine.history(path, { limit: 1, before }).length > 0;
      return [
        ...table(rows, [0, 3]),
        ...(isMore
          ? [
              paint(
                "dim",
                `There are more. Use --before ${before} to see them.`,
              ),
            ]
          : []),
      ];
    });
    return EXIT.done;
  },
});

/** Returns who made a version: `claude-code (general-purpose, claude-sonnet)`. */
function authorText({ source, subagent, model }: FileVersion): string {
  const more = [subagent, model].filter(Boolean).join(", ");
  return more === "" ? source : `${source} (${more})`;
}
