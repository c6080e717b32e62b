import type { Blame } from "../../answers/blame";
import type { Engine } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import { lineAuthor } from "../../wording/blame";
import { EXIT } from "../exitCodes";
import { command } from "../line/command";
import { asRecorded, isKnown } from "../line/knownPaths";
import { usageError } from "../line/usageError";
import { printable, table, timeText, type Paint } from "../text/text";
import { voice } from "../text/voice";

export default command({
  summary: "Show who wrote each line of a file, and when",
  group: "Inspect",
  operands: [
    {
      name: "PATH[:LINE[-LINE]]",
      help: "The file, and which of its lines (default: all); 10- means from line 10",
      complete: "file",
    },
  ],
  options: {
    at: {
      type: "string",
      value: "REF",
      help: "The file at this point (default: as it is now, unsaved text included)",
    },
    since: {
      type: "string",
      value: "REF",
      help: "Name only authors of lines that were written after this point",
    },
    "ignore-space": {
      type: "boolean",
      short: "w",
      help: "Ignore white space when comparing lines",
    },
    moves: {
      type: "boolean",
      short: "M",
      help: "Follow lines that were moved within the file",
    },
  },
  notes: [
    "A line that a restore, an undo or a branch switch brought back keeps its first author. Renames are followed. What a formatter changed while the editor saved is the formatter’s where the text before is recorded, and otherwise yours; -w looks past white space.",
    "“Older” lines were there before recording began, or before --since; if they are committed, git blame names their commit. “No longer known” means that versions in between were removed to save space.",
  ],
  examples: [
    ["checkpoint blame src/app.ts", "Shows the author of each line."],
    [
      "checkpoint blame src/app.ts:10-20 --at 3",
      "Explains eleven lines as they were in checkpoint #3.",
    ],
  ],
  async run({ values, operands, context }) {
    const engine = await context.open();
    const { path, ...range } = fileAndLines(operands[0]!, engine, (given) =>
      context.path(given),
    );
    if (path === "")
      throw usageError("blame", "PATH is a file, not the whole folder.");
    if (values.at === undefined) context.recordFirst(engine);
    const blame = engine.blame(
      path,
      {
        ...range,
        ...(values.at === undefined ? {} : { at: values.at }),
        ...(values.since === undefined ? {} : { since: values.since }),
        ignoreSpace: values["ignore-space"] === true,
        moves: values.moves === true,
      },
      context.run,
    );
    context.clearProgress();
    context.out.answer({ ...blame }, (paint) => rowsOf(blame, paint));
    return EXIT.done;
  },
});

/** A name may end like a line number, so a path that is known as it stands comes first. */
function fileAndLines(
  given: string,
  engine: Engine,
  parse: (path: string) => string,
): { path: string; from?: number; to?: number } {
  const whole = (text: string) => asRecorded(engine, parse(text));
  const match = /^(.+?):(\d+)(?:-(\d*))?$/.exec(given);
  const [, path, from, to] = match ?? [];
  if (path === undefined || isFile(given, engine, parse))
    return { path: whole(given) };
  // `10-` means the rest of the file.
  const last = to === "" ? {} : { to: Number(to ?? from) };
  return { path: whole(path), from: Number(from), ...last };
}

function isFile(
  given: string,
  engine: Engine,
  parse: (path: string) => string,
): boolean {
  try {
    return isKnown(engine, parse(given));
  } catch (error) {
    if (CheckpointError.is(error, "bad-path")) return false; // On Windows, no name has a colon.
    throw error;
  }
}

function rowsOf({ path, lines }: Blame, paint: Paint): string[] {
  if (lines.length === 0) return [`${printable(path)} is empty.`];
  const isMoved = lines.some((line) => line.path !== path);
  const rows = lines.map((line) => [
    paint("yellow", `@${line.moment}`),
    line.checkpoint === null ? "" : `#${line.checkpoint}`,
    printable(lineAuthor(line, voice)),
    // The old path where the line came from one.
    ...(isMoved ? [line.path === path ? "" : printable(line.path)] : []),
    // An older line was only found then.
    paint("dim", line.age === "recorded" ? timeText(line.recordedAt) : ""),
    String(line.line),
    // Indentation is meant to be seen, not escaped.
    printable(line.text.replaceAll("\t", "    ")),
  ]);
  return table(rows, [0, 1, isMoved ? 5 : 4]);
}
