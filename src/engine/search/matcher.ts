import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import { asBuffer } from "../model/exactText";
import { matchedLines, type LineMatch } from "./matchedLines";
import { requiredText } from "./requiredText";
import { withTimeLimit } from "./timeLimit";

/** What to search for: either a text or a regular expression. */
export interface Pattern {
  text?: string | undefined;
  regex?: string | undefined;
  /** Default false. */
  caseSensitive?: boolean | undefined;
}

/** Finds matching lines in several contents at once, since some matchers start slowly. */
export interface Matcher {
  /**
   * Returns the matching lines of each content, or undefined for one on which the
   * expression took too long; throws `bad-input` if that happens on many. `pause`
   * is called between slow contents and may throw.
   */
  search(
    contents: readonly Uint8Array[],
    pause?: () => void,
  ): (LineMatch[] | undefined)[];
}

const MAX_PATTERN = 1000;
/**
 * Time limit for a batch or a single content: far more than a reasonable expression
 * needs.
 */
const LIMIT_MS = 500;
const LIMIT_MS_PER_BYTE = 500 / (1024 * 1024);
/** Total time limit for finding out which contents are slow. */
const MAX_SLOW_MS = 5000;

/** Compiles a pattern; throws `bad-input` if it is not valid. */
export function compileMatcher({
  text,
  regex,
  caseSensitive,
}: Pattern): Matcher {
  const given = text ?? regex;
  if (given === undefined || (text !== undefined && regex !== undefined))
    throw problem("search-nothing", {
      why: given === undefined ? "none" : "both",
    });
  if (typeof given !== "string" || given === "")
    throw problem("search-nothing", { why: "empty" });
  if (given.length > MAX_PATTERN)
    throw problem("search-too-long", { most: MAX_PATTERN });
  if (regex !== undefined)
    return expressionMatcher(compile(regex, caseSensitive ? "gm" : "gmi"));
  if (caseSensitive) return bytesMatcher(Buffer.from(given, "utf8"));
  // An expression without repetition or alternatives cannot backtrack excessively.
  const expression = literal(given, "gi");
  return {
    search: (contents) => contents.map((one) => linesOf(one, expression)),
  };
}

/** Exact text is searched for in the raw bytes, without decoding. */
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
 * Uses native regular expressions: here they are several times as fast as a
 * linear-time engine in JavaScript, and support look-around and back-references.
 * The time limit replaces the guarantee to terminate.
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
      // The batch is too slow: find out which contents are, within a time limit.
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

/** Makes ^ and $ match where people expect: after a byte order mark, and before \r\n. */
function asLines(text: string): string {
  const unmarked = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return unmarked.includes("\r\n")
    ? unmarked.replaceAll("\r\n", "\n")
    : unmarked;
}

function literal(text: string, flags: string): RegExp {
  return compile(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), flags);
}

/**
 * Unicode mode makes case-insensitive matching ten times slower, so it is used only
 * if needed.
 */
const NEEDS_UNICODE = /\\[pP]\{|\\u\{|[\u{10000}-\u{10ffff}]/u;

function compile(source: string, flags: string): RegExp {
  try {
    const isUnicode = NEEDS_UNICODE.test(source) && !flags.includes("u");
    return new RegExp(source, isUnicode ? flags + "u" : flags);
  } catch (error) {
    const reason = (error as Error).message.split(": ").at(-1);
    throw problem("bad-expression", { reason: reason ?? "" });
  }
}

function tooSlow(): CheckpointError {
  return problem("slow-expression");
}
