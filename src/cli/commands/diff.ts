import { commandText } from "../../agents/commandText";
import { CheckpointError } from "../../engine/model/errors";
import { exactBytes } from "../../engine/model/exactText";
import { usageError } from "../args";
import { command } from "../command";
import { nameLines, patchLines, statLines } from "../diffText";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../fileHint";
import { ONLY_PATHS, refOf } from "../options";
import { mustBeKnown } from "../spelling";

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
      help: "Unchanged lines around each change; default: 3. Implies --patch",
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
    const isPatch = values.patch === true || values.context !== undefined;
    const forms = [values.stat, isPatch, values["name-only"]];
    if (forms.filter((form) => form).length > 1)
      throw usageError(
        "diff",
        "Give one of --stat, --patch (or -U) and --name-only.",
      );
    const given = context.scope(rest);
    const engine = await context.open();
    const paths = given?.map((path) => mustBeKnown(engine, path, context));
    const diff = withFileHint(
      { context, engine },
      operands,
      ({ files, refs }) => ({
        what: "To compare a file",
        line: ["diff", ...refs, "--", ...files],
      }),
      () =>
        withRangeHint(operands, rest ?? [], () =>
          engine.diff(
            operands[0] ?? "latest",
            operands[1] ?? "workspace",
            {
              paths,
              patch: isPatch,
              content: values["name-only"] ? false : undefined,
              context: values.context,
            },
            context.run,
          ),
        ),
    );
    context.clearProgress();
    const { out } = context;
    if (isPatch && !out.isJson && !out.streams.stdoutIsTerminal)
      // Into a file or a pipe it goes byte for byte, so that it can be applied.
      out.bytes(exactBytes(diff.patch ?? ""));
    else
      out.answer(diff, (paint) =>
        isPatch
          ? patchLines(diff.patch ?? "", paint)
          : values["name-only"]
            ? nameLines(diff)
            : statLines(diff, paint),
      );
    return EXIT.done;
  },
});

/** Git names two points in one word, `3..7`. */
function withRangeHint<T>(
  operands: readonly (string | undefined)[],
  paths: readonly string[],
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    const [, from, to] =
      /^([^/]+?)\.{2,3}([^/]+)$/.exec(operands[0] ?? "") ?? [];
    if (!from || !to || operands.length > 1) throw error;
    const known = CheckpointError.from(error);
    const words = [from, to, ...(paths.length > 0 ? ["--", ...paths] : [])];
    throw new CheckpointError(known.code, known.message, {
      hint: `Two points are two words: checkpoint diff ${commandText(words)}`,
      data: known.data,
      cause: error,
    });
  }
}
