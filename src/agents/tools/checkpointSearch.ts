import * as z from "zod";
import { CheckpointError } from "../../engine/model/errors";
import { READS, tool } from "../tool";
import { limit, when } from "./inputs";
import { shortCheckpoint, shortValue } from "./outputs";
import { oneLine, pathLines, pathText, plural } from "./texts";

const USUAL = 50;
const MOST_SLOW = 500;
/** Of a line, of the lines of a hit, and of all lines of an answer together. */
const MOST_LINE = 500;
const MOST_LINES = 20;
const MOST_TEXT = 30_000;
const SHOWN_LINES = 5;

export const checkpointSearch = tool({
  name: "checkpoint_search",
  title: "Search the history",
  description:
    "Finds text in every recorded version of every file, deleted ones included: which lines, since which checkpoint, until which. " +
    "Answers when a line appeared and when it vanished. Changes nothing.",
  input: z.strictObject({
    text: z.string().min(1).max(1000).optional().describe("The text to find."),
    regex: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe("Or a regular expression, JavaScript’s, line by line."),
    caseSensitive: z.boolean().optional(),
    path: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe("Only files that match this glob, for instance src/**/*.ts."),
    since: when("Only versions from this time on.").optional(),
    allVersions: z
      .boolean()
      .optional()
      .describe("Every version; otherwise each file’s newest that matches."),
    limit: limit(500, USUAL).optional(),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        path: z.string(),
        at: z.string(),
        moment: z
          .number()
          .describe(
            "The last that has these lines: read the file there with checkpoint_diff or as @moment.",
          ),
        current: z.boolean().describe("True when the file still has it."),
        lines: z
          .array(z.object({ line: z.number(), text: z.string() }))
          .describe("The first of them, as far as there is room."),
        linesInAll: z.number(),
        firstCheckpoint: shortCheckpoint,
        lastCheckpoint: shortCheckpoint,
      }),
    ),
    searchedContents: z.number(),
    truncated: z.boolean(),
    tooSlow: z
      .array(z.string())
      .optional()
      .describe(
        "Files that were given up, because the expression takes too long on them: they may have it.",
      ),
  }),
  hints: READS,
  async run(input, { engine, call }) {
    if ((input.text === undefined) === (input.regex === undefined))
      throw new CheckpointError("bad-input", "Give either text or regex.");
    const result = await engine.search(
      { ...input, limit: input.limit ?? USUAL },
      call,
    );
    let room = MOST_TEXT;
    const isShown = ({ text }: { text: string }) =>
      (room -= Math.min(text.length, MOST_LINE) + 20) >= 0;
    const hits = result.hits.map((hit) => ({
      path: hit.path,
      at: hit.lastAt,
      moment: hit.lastMoment,
      current: hit.current,
      lines: hit.lines
        .slice(0, MOST_LINES)
        .filter(isShown)
        .map(({ line, text }) => ({ line, text: text.slice(0, MOST_LINE) })),
      linesInAll: hit.lines.length,
      firstCheckpoint: shortValue(hit.firstCheckpoint),
      lastCheckpoint: shortValue(hit.lastCheckpoint),
    }));
    const lines = hits.flatMap((hit) => [
      `${pathText(hit.path)} @${hit.moment} (${hit.current ? "still there" : "gone since"})`,
      ...hit.lines
        .slice(0, SHOWN_LINES)
        .map(({ line, text }) => `  ${line}: ${oneLine(text)}`),
      ...moreLines(hit.linesInAll, Math.min(hit.lines.length, SHOWN_LINES)),
    ]);
    const { searchedContents, truncated, tooSlow = [] } = result;
    const end = `${plural(hits.length, "match")}`.replace("matchs", "matches");
    return {
      value: {
        hits,
        searchedContents,
        truncated,
        ...(tooSlow.length === 0
          ? {}
          : { tooSlow: tooSlow.slice(0, MOST_SLOW) }),
      },
      text: [
        ...lines,
        `${end} in ${plural(searchedContents, "content")}${truncated ? "; there are more: give limit, path or since" : ""}.`,
        ...(tooSlow.length === 0
          ? []
          : [
              `The expression took too long on ${plural(tooSlow.length, "file")}, which may have it: search for a plain text, or a simpler expression.`,
              ...pathLines(tooSlow.map((path) => ["?", path] as const)),
            ]),
      ].join("\n"),
    };
  },
});

function moreLines(all: number, shown: number): string[] {
  return all > shown ? [`  ... and ${plural(all - shown, "more line")}`] : [];
}
