import { problem } from "../../engine/model/errors";

/**
 * Returns the TOML text with a table appended. This module adds and removes only whole
 * tables; all other bytes stay unchanged.
 */
export function addTable(
  text: string | null,
  name: string,
  lines: readonly string[],
  file: string,
): string {
  const given = text ?? "";
  if (isUnterminated(given)) throw problem("agent-settings-not-toml", { file });
  const [parent = ""] = name.split(".");
  const isInline = linesOutsideStrings(given).some(({ line }) =>
    new RegExp(`^\\s*"?${parent}"?\\s*(=|\\.)`).test(line),
  );
  if (isInline) throw problem("agent-settings-inline", { file, table: parent });
  if (findTable(given, name) !== null)
    throw problem("agent-table-taken", { file, table: name });
  const eol = given.includes("\r\n") ? "\r\n" : "\n";
  const gap = given === "" ? "" : given.endsWith("\n") ? eol : `${eol}${eol}`;
  return given + gap + [`[${name}]`, ...lines, ""].join(eol);
}

/**
 * Returns the text without a table and its subtables, which may be in other places, and
 * without the empty line before each.
 */
export function removeTable(text: string, name: string): string {
  for (;;) {
    const found = findTable(text, name);
    if (!found) return text;
    const before = text.slice(0, found.start).replace(/(\r?\n)\r?\n$/, "$1");
    text = before + text.slice(found.end);
  }
}

/** Returns the text of a table including its header, or null if there is none. */
export function tableText(text: string, name: string): string | null {
  const found = findTable(text, name);
  return found && text.slice(found.start, found.end);
}

function findTable(
  text: string,
  name: string,
): { start: number; end: number } | null {
  let start: number | null = null;
  for (const { line, at } of linesOutsideStrings(text)) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$/.exec(line)?.[1];
    if (header === undefined) continue;
    const key = header.replace(/["'\s]/g, "");
    const isOurs = key === name || key.startsWith(`${name}.`);
    if (start === null && isOurs) start = at;
    else if (start !== null && !isOurs) return upTo(at, start, text);
  }
  return start === null ? null : upTo(text.length, start, text);
}

/** Excludes trailing comments and empty lines, which belong to what follows the table. */
function upTo(end: number, start: number, text: string) {
  const lines = text.slice(start, end).split(/(?<=\n)/);
  for (const line of lines.reverse()) {
    if (!/^\s*(#.*)?\s*$/.test(line)) break;
    end -= line.length;
  }
  return { start, end };
}

/**
 * Returns the lines that do not start inside a multi-line string, where text may look like
 * a header.
 */
function linesOutsideStrings(text: string): { line: string; at: number }[] {
  const found: { line: string; at: number }[] = [];
  let open = CLOSED;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (open.quote === null)
      found.push({ line: line.replace(/\r?\n$/, ""), at });
    open = openAfter(line, open);
    at += line.length;
  }
  return found;
}

/** True if the text ends inside a string, list or inline table, so that nothing can be appended. */
function isUnterminated(text: string): boolean {
  let open = CLOSED;
  for (const line of text.split(/(?<=\n)/)) {
    open = openAfter(line, open);
    if (open.depth < 0) return true;
  }
  return open.quote !== null || open.depth > 0;
}

/** What is still open at the end of a line: a multi-line string, and the bracket depth. */
interface Open {
  quote: string | null;
  depth: number;
}

const CLOSED: Open = { quote: null, depth: 0 };

function openAfter(line: string, before: Open): Open {
  let { quote, depth } = before;
  for (let i = 0; i < line.length; i++) {
    const three = line.slice(i, i + 3);
    if (quote !== null) {
      if (quote === '"""' && line[i] === "\\") i++;
      else if (three === quote) {
        quote = null;
        i += 2;
      }
    } else if (three === '"""' || three === "'''") {
      quote = three;
      i += 2;
    } else if (line[i] === '"' || line[i] === "'") {
      i = endOfString(line, i);
    } else if (line[i] === "[" || line[i] === "{") depth++;
    else if (line[i] === "]" || line[i] === "}") depth--;
    else if (line[i] === "#") break;
  }
  return { quote, depth };
}

function endOfString(line: string, start: number): number {
  const quote = line[start];
  for (let i = start + 1; i < line.length; i++) {
    if (quote === '"' && line[i] === "\\") i++;
    else if (line[i] === quote) return i;
  }
  return line.length;
}

/** Returns a TOML string. TOML supports all of JSON's escapes. */
export function tomlString(text: string): string {
  return JSON.stringify(text);
}
