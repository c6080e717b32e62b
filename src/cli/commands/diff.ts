import { commandText } from "../../agents/commandText";
import { exactBytes } from "../../engine/model/exactText";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { nameLines, patchLines, statLines } from "../text/diffText";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../text/fileHint";
import { ONLY_PATHS, refOf } from "../line/options";
import { mustBeKnown } from "../line/knownPaths";
import { SaidError } from "../../wording/said";
import { spoken } from "../../wording/errors";
import { voice } from "../text/voice";

export default command({
  summary: "Compare two points, or a point with the folder as it is now",
  group: "Inspect",
  operands: [
    { ...refOf("The older side (default latest)"), isOptional: true },
    {
      ...refOf("The newer side (default: the folder as it is now)"),
      isOptional: true,
    },
  ],
  options: {
    stat: { type: "boolean", help: "Show paths and line counts (default)" },
    patch: { type: "boolean", short: "p", help: "Show the changed lines" },
    "name-only": { type: "boolean", help: "Show only the paths" },
    context: {
      type: "number",
      short: "U",
      value: "N",
      help: "Unchanged lines around each change; implies --patch (default 3)",
    },
  },
  rest: ONLY_PATHS,
  examples: [
    ["checkpoint diff", "Shows what changed since the latest checkpoint."],
    [
      "checkpoint diff 3 7 --patch -- src",
      "Shows the lines that changed in src between two checkpoints.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const isPatch = values.patch === true || values.context !== undefined;
    const forms = [values.stat, isPatch, values["name-only"]];
    if (forms.filter((form) => form).length > 1)
      throw usageError(
        "diff",
        "Use only one of --stat, --patch (or -U) and --name-only.",
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
      // A file or pipe gets the exact bytes, so that the patch can be applied.
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

/** Also accepts git's form for two references, `3..7`. */
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
    const known = spoken(error, voice);
    const words = [from, to, ...(paths.length > 0 ? ["--", ...paths] : [])];
    throw new SaidError(known.code, known.message, {
      hint: `Pass the two points as two arguments: checkpoint diff ${commandText(words)}`,
      data: known.data,
      cause: error,
    });
  }
}
