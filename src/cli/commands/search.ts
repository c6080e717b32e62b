import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { lifeText } from "../../wording/life";
import { EXIT } from "../exitCodes";
import { limitOf } from "../line/options";
import { printable, timeText, type Paint } from "../text/text";
import { count } from "../../wording/counts";
import { stillThereText, tooSlowSection } from "../../wording/search";
import { sectionLines } from "../text/planText";
import { voice } from "../text/voice";
import type { SearchHit } from "../../engine/api";

export default command({
  summary: "Find text in every recorded version",
  group: "Inspect",
  operands: [{ name: "TEXT", help: "The text to find", isOptional: true }],
  options: {
    regex: {
      type: "string",
      short: "e",
      value: "RE",
      help: "A regular expression instead of TEXT",
    },
    path: { type: "string", value: "GLOB", help: "Only in files that match" },
    since: {
      type: "string",
      value: "T",
      help: "Only versions since this time (2h, 2026-11-16)",
    },
    "all-versions": {
      type: "boolean",
      help: "Show every version, not just the newest match of each file",
    },
    "case-sensitive": { type: "boolean", help: "Match case" },
    limit: limitOf(200, "Maximum number of versions"),
  },
  examples: [
    [
      'checkpoint search "parseHeader("',
      "Shows where the text is or was, and the last checkpoint that had it.",
    ],
    [
      "checkpoint search --regex 'TODO.*urgent' --path 'src/**' --since 2d",
      "Searches some files of the last two days with a regular expression.",
    ],
  ],
  async run({ values, operands, context }) {
    const text = operands[0];
    if ((text === undefined) === (values.regex === undefined))
      throw usageError("search", "Give TEXT to find, or --regex RE.");
    if (text === "" || values.regex === "")
      throw usageError("search", "The text to find is empty.");
    const engine = await context.open();
    context.recordFirst(engine);
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
        `${count(result.hits.length, "version")} found, ${count(result.searchedContents, "file content")} searched` +
          (result.truncated ? "; there are more, use --limit to see them" : ""),
      ),
      ...(values.path !== undefined &&
      values.since === undefined &&
      result.searchedContents === 0
        ? [`No recorded file matches ${printable(values.path)}.`]
        : []),
      ...sectionLines(tooSlowSection(result.tooSlow ?? [], voice), paint),
    ]);
    return EXIT.done;
  },
});

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
  const now = paint(
    hit.current ? "green" : "red",
    stillThereText(hit.current, voice),
  );
  return [
    `${paint("bold", printable(hit.path))} @${hit.lastMoment} ${paint("dim", timeText(hit.lastAt))} ${span}, ${now}`,
    ...hit.lines.map(
      (l) => `  ${paint("cyan", String(l.line))}: ${printable(l.text)}`,
    ),
    paint("dim", `  ${printable(lifeText(hit, timeText, voice))}`),
  ];
}
