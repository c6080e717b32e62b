import { exactBytes } from "../../engine/model/exactText";
import { usageError } from "../args";
import { command } from "../command";
import { nameLines, patchLines, statLines } from "../diffText";
import { EXIT } from "../exitCodes";
import { ONLY_PATHS, refOf } from "../options";
import { asRecorded } from "../spelling";

export default command({
  summary: "Compare two points, or a point with the folder as it is now",
  group: "Look",
  operands: [
    { ...refOf("From here; default: latest"), isOptional: true },
    {
      ...refOf("To here; default: the folder as it is now"),
      isOptional: true,
    },
  ],
  options: {
    stat: { type: "boolean", help: "Paths and line counts (the default)" },
    patch: { type: "boolean", short: "p", help: "The changed lines" },
    "name-only": { type: "boolean", help: "Only the paths" },
    context: {
      type: "number",
      short: "U",
      value: "N",
      help: "Unchanged lines around each change; default: 3",
    },
  },
  rest: ONLY_PATHS,
  examples: [
    ["checkpoint diff", "What changed since the latest checkpoint."],
    [
      "checkpoint diff 3 7 --patch -- src",
      "The lines that changed below src between two checkpoints.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const forms = ["stat", "patch", "name-only"] as const;
    if (forms.filter((form) => values[form]).length > 1)
      throw usageError("diff", "Give one of --stat, --patch and --name-only.");
    const given = context.scope(rest);
    const engine = await context.open();
    const paths = given?.map((path) => asRecorded(engine, path));
    const diff = engine.diff(
      operands[0] ?? "latest",
      operands[1] ?? "workspace",
      {
        paths,
        patch: values.patch,
        content: values["name-only"] ? false : undefined,
        context: values.context,
      },
      context.run,
    );
    context.clearProgress();
    const { out } = context;
    if (values.patch && !out.isJson && !out.streams.stdoutIsTerminal)
      // Into a file or a pipe it goes byte for byte, so that it can be applied.
      out.bytes(exactBytes(diff.patch ?? ""));
    else
      out.answer(diff, (paint) =>
        values.patch
          ? patchLines(diff.patch ?? "", paint)
          : values["name-only"]
            ? nameLines(diff)
            : statLines(diff, paint),
      );
    return EXIT.done;
  },
});
