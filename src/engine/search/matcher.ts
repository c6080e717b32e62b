import { CheckpointError } from "../model/errors";
import { asBuffer } from "../model/exactText";
import { matchedLines, type LineMatch } from "./matchedLines";
import { requiredText } from "./requiredText";
import { withTimeLimit } from "./timeLimit";

/** What to look for: a text or a regular expression, one of them. */
export interface Pattern {
  text?: string | undefined;
  regex?: string | undefined;
  /** Default false. */
  caseSensitive?: boolean | undefined;
}

/** Finds lines in contents; several at once, since some matchers start slowly. */
export interface Matcher {
  /**
   * Returns the matching lines of each content, and undefined for one on which
   * the expression took too long; throws `bad-input` when it does on many.
   * `pause` is called between slow ones and may throw.
   */
  search(
    contents: readonly Uint8Array[],
    pause?: () => void,
  ): (LineMatch[] | undefined)[];
}

const MAX_PATTERN = 1000;
/** What a batch or a content may take: far more than any sound expression needs. */
const LIMIT_MS = 500;
const LIMIT_MS_PER_BYTE = 500 / (1024 * 1024);
/** What finding out which contents are slow may take in all. */
const MAX_SLOW_MS = 5000;

/** Returns a matcher; throws `bad-input` for a pattern that is none. */
export function compileMatcher({
  text,
  regex,
  caseSensitive,
}: Pattern): Matcher {
  const given = text ?? regex;
  if (given === undefined || (text !== undefined && regex !== undefined))
    throw bad("A search needs a text or a regular expression, one of them.");
  if (typeof given !== "string" || given === "")
    throw bad("There is nothing to search for.");
  if (given.length > MAX_PATTERN)
    throw bad(`What to search for is longer than ${MAX_PATTERN} characters.`);
  if (regex !== undefined)
    return expressionMatcher(compile(regex, caseSensitive ? "gm" : "gmi"));
  if (caseSensitive) return bytesMatcher(Buffer.from(given, "utf8"));
  // Without repetition or alternatives an expression cannot run away.
  const expression = literal(given, "gi");
  return {
    search: (contents) => contents.map((one) => linesOf(one, expression)),
  };
}

/** Exact text is looked for in the bytes as they are: nothing is decoded. */
function bytesMatcher(needle: Buffer): Matcher {
  return {
    search: (contents) =>
      contents.map((content) => {
        const bytes = asBuffer(content);
        const source = {
          length: bytes.length,
          lineEnd: (from: number) => bytes.indexOf(10, from),
          text: (start: number, end: number) =>
            bytes.toString("utf8", start, end),
        };
        return matchedLines(source, (from) => bytes.indexOf(needle, from));
      }),
  };
}

/**
 * Native expressions: several times as fast here as a linear-time engine in
 * JavaScript, with look-around and references. What such an engine would
 * promise, an end, the time limit gives.
 */
function expressionMatcher(expression: RegExp): Matcher {
  const required = requiredText(expression.source);
  const filter = required === null ? null : literal(required, expression.flags);
  const limited = (contents: readonly Uint8Array[]) =>
    withTimeLimit(limitMs(contents), () =>
      contents.map((one) => linesOf(one, expression, filter)),
    );
  let slowMs = 0;
  return {
    search(contents, pause) {
      const together = limited(contents);
      if (together) return together;
      // Together too slow: find out on which, but not at any price.
      return contents.map((content) => {
        pause?.();
        if (slowMs > MAX_SLOW_MS) throw tooSlow();
        const started = performance.now();
        const lines = limited([content])?.[0];
        slowMs += performance.now() - started;
        return lines;
      });
    },
  };
}

function limitMs(contents: readonly Uint8Array[]): number {
  const bytes = contents.reduce((sum, { length }) => sum + length, 0);
  return Math.ceil(LIMIT_MS + bytes * LIMIT_MS_PER_BYTE);
}

function linesOf(
  content: Uint8Array,
  expression: RegExp,
  filter: RegExp | null = null,
): LineMatch[] {
  let text = asBuffer(content).toString("utf8");
  if (expression.multiline) text = asLines(text);
  if (filter) {
    filter.lastIndex = 0;
    if (!filter.test(text)) return [];
  }
  const source = {
    length: text.length,
    lineEnd: (from: number) => text.indexOf("\n", from),
    text: (start: number, end: number) => text.slice(start, end),
  };
  return matchedLines(source, (from) => {
    expression.lastIndex = from;
    return expression.exec(text)?.index ?? -1;
  });
}

/** To ^ and $ there is something before a first line with a mark, and between \r and \n; to people there is not. */
function asLines(text: string): string {
  const unmarked = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return unmarked.includes("\r\n")
    ? unmarked.replaceAll("\r\n", "\n")
    : unmarked;
}

function literal(text: string, flags: string): RegExp {
  return compile(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), flags);
}

/** Unicode rules make case-blind matching ten times slower: only where they are asked for. */
const NEEDS_UNICODE = /\\[pP]\{|\\u\{|[\u{10000}-\u{10ffff}]/u;

function compile(source: string, flags: string): RegExp {
  try {
    const isUnicode = NEEDS_UNICODE.test(source) && !flags.includes("u");
    return new RegExp(source, isUnicode ? flags + "u" : flags);
  } catch (error) {
    const reason = (error as Error).message.split(": ").at(-1);
    throw bad(`The regular expression is not valid: ${reason}.`);
  }
}

function bad(message: string): CheckpointError {
  return new CheckpointError("bad-input", message, {
    hint: "Search for a plain text, or check the regular expression (JavaScript's syntax).",
  });
}

function tooSlow(): CheckpointError {
  return new CheckpointError(
    "bad-input",
    "The regular expression takes too long: it tries too many ways to match.",
    {
      hint: "Avoid a repetition inside a repetition, such as (a+)+, or search for a plain text.",
    },
  );
}
