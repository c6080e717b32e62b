/** Finds where shell constructs that began before `at` end. */

/** Returns where a `$(` is closed, ignoring parentheses in quotes and here-documents. */
export function endOfParentheses(line: string, at: number): number {
  let depth = 1;
  let quote: string | null = null;
  const documents: string[] = [];
  for (; at < line.length; at++) {
    const char = line[at] ?? "";
    if (char === "\\" && quote !== "'") at++;
    else if (quote !== null) {
      if (char === quote) quote = null;
    } else if (char === "'" || char === '"') quote = char;
    else if (char === "<" && line[at + 1] === "<") {
      const [whole = "<<", , last] =
        DOCUMENT.exec(line.slice(at, at + 200)) ?? [];
      if (last !== undefined) documents.push(last);
      at += whole.length - 1;
    } else if (char === "\n") {
      for (const last of documents.splice(0))
        at = endOfDocument(line, at + 1, last).next - 1;
    } else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at;
  }
  return line.length;
}

/** Matches the start of a here-document and its delimiter. `<<<` is matched only to skip it. */
const DOCUMENT = /^<<<|^<<-?[ \t]*(['"\\]?)([^\s'"|;&()<>]+)\1/;

/** Returns where a backquote is closed. */
export function endOfBackquotes(line: string, at: number): number {
  for (; at < line.length && line[at] !== "`"; at++)
    if (line[at] === "\\") at++;
  return Math.min(at, line.length);
}

/** Returns where a here-document's text ends, and where the line after its delimiter starts. */
export function endOfDocument(
  line: string,
  at: number,
  last: string,
): { end: number; next: number } {
  while (at < line.length) {
    const newline = line.indexOf("\n", at);
    const next = newline < 0 ? line.length : newline + 1;
    const text = line.slice(at, newline < 0 ? undefined : newline);
    if (text.replace(/^\t+|\r$/g, "") === last) return { end: at, next };
    at = next;
  }
  return { end: line.length, next: line.length };
}
