import { usageError } from "../args";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { limitOf } from "../options";
import { count, printable, timeText, type Paint } from "../text";
import type { SearchHit } from "../../engine/api";

export default command({
  summary: "Find text in the history: where it is, since when, until when",
  group: "Look",
  operands: [{ name: "TEXT", help: "What to look for", isOptional: true }],
  options: {
    regex: {
      type: "string",
      short: "e",
      value: "RE",
      help: "A regular expression instead of TEXT",
    },
    path: { type: "string", value: "GLOB", help: "Only in files like this" },
    since: {
      type: "string",
      value: "T",
      help: "Only versions since a time (2h, 2026-11-16)",
    },
    "all-versions": {
      type: "boolean",
      help: "Every version; default: the newest of each file that has it",
    },
    "case-sensitive": { type: "boolean", help: "Capitals count" },
    limit: limitOf(200, "At most so many versions"),
  },
  examples: [
    [
      'checkpoint search "parseHeader("',
      "Where this is or was, and the last checkpoint that had it.",
    ],
    [
      "checkpoint search --regex 'TODO.*urgent' --path 'src/**' --since 2d",
      "With a regular expression, in some files, lately.",
    ],
  ],
  async run({ values, operands, context }) {
    const text = operands[0];
    if ((text === undefined) === (values.regex === undefined))
      throw usageError("search", "Give TEXT to look for, or --regex RE.");
    if (text === "" || values.regex === "")
      throw usageError("search", "There is nothing to look for.");
    const engine = await context.open();
    context.lookFirst(engine);
    const result = engine.search(
      {
        text,
        regex: values.regex,
        caseSensitive: values["case-sensitive"],
        path: values.path === undefined ? undefined : context.glob(values.path),
        since: values.since,
        allVersions: values["all-versions"],
        limit: values.limit ?? 200,
      },
      context.run,
    );
    context.clearProgress();
    context.out.answer(result, (paint) => [
      ...result.hits.flatMap((hit) => hitLines(hit, paint)),
      paint(
        "dim",
        `${count(result.hits.length, "version")} found, ${count(result.searchedContents, "content")} searched` +
          (result.truncated ? "; there are more, see --limit" : ""),
      ),
      ...(values.path !== undefined &&
      values.since === undefined &&
      result.searchedContents === 0
        ? [`No recorded file is like ${printable(values.path)}.`]
        : []),
      ...slowLines(result.tooSlow ?? [], paint),
    ]);
    return EXIT.done;
  },
});

function slowLines(paths: readonly string[], paint: Paint): string[] {
  if (paths.length === 0) return [];
  return [
    paint(
      "yellow",
      `The expression takes too long on ${count(paths.length, "file")}; they were given up:`,
    ),
    ...paths.slice(0, 20).map((one) => `  ${printable(one)}`),
    ...(paths.length > 20
      ? [`  and ${paths.length - 20} more; --json lists all`]
      : []),
  ];
}

function hitLines(hit: SearchHit, paint: Paint): string[] {
  const point = (c: SearchHit["firstCheckpoint"]) =>
    c ? `#${c.number}` : null;
  const [first, last] = [point(hit.firstCheckpoint), point(hit.lastCheckpoint)];
  const span =
    first === null
      ? "in no checkpoint"
      : first === last
        ? `in ${first}`
        : `from ${first} to ${last}`;
  const now = hit.current
    ? paint("green", "still there")
    : paint("red", "gone now");
  return [
    `${paint("bold", printable(hit.path))} @${hit.lastMoment} ${paint("dim", timeText(hit.lastAt))} ${span}, ${now}`,
    ...hit.lines.map(
      (l) => `  ${paint("cyan", String(l.line))}: ${printable(l.text)}`,
    ),
  ];
}
