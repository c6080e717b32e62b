import * as z from "zod";
import { briefSearch } from "../../answers/brief";
import { READS, tool } from "../tool";
import { limit, when } from "./inputs";
import { oneLine, pathText, sectionLines } from "./texts";
import { tooSlowSection } from "../../wording/search";
import { voice } from "../voice";
import { count } from "../../wording/counts";
import { problem } from "../../engine/model/errors";

const USUAL = 50;
const MOST_SLOW = 500;
/** The limits for a line, for the lines of a hit, and for all lines of an answer together. */
const MOST_LINE = 500;
const MOST_LINES = 20;
const MOST_TEXT = 30_000;
const SHOWN_LINES = 5;

export const checkpointSearch = tool({
  name: "checkpoint_search",
  title: "Search the history",
  description:
    "Finds text in every recorded version of every file, deleted ones included: which lines, since which checkpoint, until which. " +
    "Shows when a line appeared and when it disappeared. Changes nothing.",
  input: z.strictObject({
    text: z.string().min(1).max(1000).optional().describe("The text to find."),
    regex: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        "A regular expression (JavaScript syntax), matched line by line.",
      ),
    caseSensitive: z.boolean().optional(),
    path: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe("Only files that match this glob, for example src/**/*.ts."),
    since: when("Only versions from this time on.").optional(),
    allVersions: z
      .boolean()
      .optional()
      .describe(
        "Return every version, not just the newest match of each file.",
      ),
    limit: limit(500, USUAL).optional(),
  }),
  output: briefSearch,
  hints: READS,
  async run(input, { engine, call }) {
    if ((input.text === undefined) === (input.regex === undefined))
      throw problem("search-nothing", {
        why: input.text === undefined ? "none" : "both",
      });
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
      firstCheckpoint: hit.firstCheckpoint,
      lastCheckpoint: hit.lastCheckpoint,
    }));
    const lines = hits.flatMap((hit) => [
      `${pathText(hit.path)} @${hit.moment} (${hit.current ? "still there" : "gone since"})`,
      ...hit.lines
        .slice(0, SHOWN_LINES)
        .map(({ line, text }) => `  ${line}: ${oneLine(text)}`),
      ...moreLines(hit.linesInAll, Math.min(hit.lines.length, SHOWN_LINES)),
    ]);
    const { searchedContents, truncated, tooSlow = [] } = result;
    const end = count(hits.length, "match", "matches");
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
        `${end} in ${count(searchedContents, "content")}${truncated ? "; there are more: use limit, path or since" : ""}.`,
        ...sectionLines(tooSlowSection(tooSlow, voice)),
      ].join("\n"),
    };
  },
});

function moreLines(all: number, shown: number): string[] {
  return all > shown ? [`  ... and ${count(all - shown, "more line")}`] : [];
}
