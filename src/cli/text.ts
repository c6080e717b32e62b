import { styleText } from "node:util";
import { localTime } from "../engine/model/localTime";
import { widthOf } from "./width";

type Style = Parameters<typeof styleText>[0];

/** Colours text, or leaves it as it is; `plain` never colours. */
export type Paint = (style: Style, text: string) => string;
export const plain: Paint = (_style, text) => text;
// Whether is decided below, for stderr too: left to itself, Node looks at stdout.
export const colour: Paint = (style, text) =>
  styleText(style, text, { validateStream: false });

/** Returns whether to colour: on a terminal, unless the environment says otherwise. */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"] || env["CLICOLOR_FORCE"];
  if (forced) return forced !== "0" && forced !== "false";
  return isTerminal && env["TERM"] !== "dumb" && env["CLICOLOR"] !== "0";
}

/** What a terminal obeys, from DEL on, and letters that turn the direction of a line. */
const OBEYED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const UNPRINTABLE = new RegExp(
  `[\\u0000-\\u001f]|\\p{Surrogate}|${OBEYED.source}`,
  "gu",
);

/**
 * Returns text that came from outside (names, paths, messages) so that a
 * terminal shows it and does nothing else: no escape sequences, no line
 * breaks, no letters that turn the direction of the line.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (char) => {
    if (char === "\n") return "\\n";
    if (char === "\t") return "\\t";
    const code = char.codePointAt(0)!;
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : escaped(char);
  });
}

/** The same of a JSON document, which stays one. */
export function printableJson(document: string): string {
  return document.replace(OBEYED, escaped);
}

function escaped(char: string): string {
  return `\\u${char.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}

/** Returns rows with their columns aligned; the last column may be any text. */
export function table(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    });
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const gap = " ".repeat(widths[i]! - widthOf(cell));
        if (right.includes(i)) return gap + cell;
        return i === row.length - 1 ? cell : cell + gap;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Returns `1 file`, `2 files`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export function sizeText(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  if (unit === 0) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Returns the local time to the second: `2026-11-16 10:30:05`. */
export function timeText(iso: string): string {
  return localTime(Date.parse(iso));
}

/** Returns how long ago, in the largest unit that says something. */
export function agoText(iso: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(iso)) / 1000));
  if (seconds < 60) return "just now";
  const steps: [number, string][] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
  ];
  for (const [size, name] of steps)
    if (seconds >= size)
      return `${count(Math.floor(seconds / size), name)} ago`;
  return "just now";
}
