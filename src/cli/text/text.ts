import { styleText } from "node:util";
import { OBEYED_CLASS, escaped } from "../../base/directions";
import { localTime } from "../../engine/model/localTime";
import { widthOf } from "./width";

type Style = Parameters<typeof styleText>[0];

/** Colours text; `plain` returns it unchanged. */
export type Paint = (style: Style, text: string) => string;
export const plain: Paint = (_style, text) => text;
// Colour is decided below, per stream; by default Node only checks stdout.
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

const OBEYED = new RegExp(`[${OBEYED_CLASS}]`, "gu");
const UNPRINTABLE = new RegExp(`[\\u0000-\\u001f${OBEYED_CLASS}]`, "gu");

/**
 * Escapes untrusted text (names, paths, messages) for a terminal: control sequences, line breaks
 * and bidirectional marks.
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

/** Like `printable`, for text of several lines, whose line breaks and tabs are kept. */
export function printableText(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(printable).join("\t"))
    .join("\n");
}

/** Like `printable`, for a JSON document, which stays valid JSON. */
export function printableJson(document: string): string {
  return document.replace(OBEYED, escaped);
}

/** Returns rows with aligned columns. The last column may have any length. */
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

/** Formats a local time to the second: `2026-11-16 10:30:05`. */
export function timeText(iso: string): string {
  return localTime(Date.parse(iso));
}
