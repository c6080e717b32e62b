/** Where things end that began before `at`. */

/** Where a `$(` is closed; quotes and here-documents hide what they hold. */
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

/** What begins a here-document, and its last line; `<<<` begins none. */
const DOCUMENT = /^<<<|^<<-?[ \t]*(['"\\]?)([^\s'"|;&()<>]+)\1/;

/** The same for a backquote. */
export function endOfBackquotes(line: string, at: number): number {
  for (; at < line.length && line[at] !== "`"; at++)
    if (line[at] === "\\") at++;
  return Math.min(at, line.length);
}

/** Where a here-document's text ends, and where the line after its last one begins. */
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
