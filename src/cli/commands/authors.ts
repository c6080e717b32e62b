import type { AuthorLines, Authors } from "../../answers/blame";
import { percentOf } from "../../wording/blame";
import { count } from "../../wording/counts";
import { authorName } from "../../wording/deeds";
import { command } from "../line/command";
import { asRecorded } from "../line/knownPaths";
import { EXIT } from "../exitCodes";
import { printable, table, type Paint } from "../text/text";
import { voice } from "../text/voice";

export default command({
  summary: "Count the lines that each author wrote, by conversation",
  group: "Inspect",
  operands: [],
  options: {
    since: {
      type: "string",
      value: "REF",
      help: "Only lines that were written after this point",
    },
    path: {
      type: "string",
      value: "PATH",
      help: "Only this file, or the files below this folder",
      complete: "file",
    },
  },
  notes: [
    "Counts the lines of the files that changed since recording began, or since --since. “Older” lines of these files were there before.",
  ],
  examples: [
    [
      "checkpoint authors",
      "Shows who wrote how much, and in which conversation.",
    ],
    [
      "checkpoint authors --since 12 --path src",
      "Counts what was written below src since checkpoint #12.",
    ],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    context.recordFirst(engine);
    const given = values.path === undefined ? "" : context.path(values.path);
    const answer = engine.authors(
      {
        ...(values.since === undefined ? {} : { since: values.since }),
        ...(given === "" ? {} : { path: asRecorded(engine, given) }),
      },
      context.run,
    );
    context.clearProgress();
    context.out.answer({ ...answer }, (paint) => rowsOf(answer, paint));
    return EXIT.done;
  },
});

function rowsOf({ authors, skipped }: Authors, paint: Paint): string[] {
  if (authors.length === 0 && skipped.length === 0)
    return ["No file with lines has changed."];
  const all = authors.reduce((sum, { lines }) => sum + lines, 0);
  const rows = authors.map((row) => [
    String(row.lines),
    paint("dim", `${percentOf(row.lines, all)}%`),
    count(row.files.length, "file"),
    printable(nameOf(row)),
    printable(shortTitle(row)),
  ]);
  return [
    ...table(rows, [0, 1, 2]),
    ...(skipped.length === 0
      ? []
      : [`Without lines: ${count(skipped.length, "changed file")}.`]),
  ];
}

function nameOf({ source }: AuthorLines): string {
  return source === null ? "Older" : authorName(source, voice);
}

const TITLE_LENGTH = 60;

function shortTitle({ title }: AuthorLines): string {
  const line = (title ?? "").replaceAll(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= TITLE_LENGTH
    ? line
    : `${characters.slice(0, TITLE_LENGTH - 1).join("")}…`;
}
