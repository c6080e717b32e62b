import { CheckpointError } from "../../engine/model/errors";

/**
 * Returns the TOML text with a table added at its end. TOML is only ever cut and
 * pasted by whole tables here: everything else keeps every byte.
 */
export function addTable(
  text: string | null,
  name: string,
  lines: readonly string[],
  file: string,
): string {
  const given = text ?? "";
  if (isCutOff(given))
    throw new CheckpointError(
      "bad-input",
      `${file} is not TOML that can be read: a string or a list has no end.`,
      { hint: "Correct it first; nothing was changed.", data: { file } },
    );
  const [parent] = name.split(".");
  const isInline = linesOutsideStrings(given).some(({ line }) =>
    new RegExp(`^\\s*"?${parent}"?\\s*(=|\\.)`).test(line),
  );
  if (isInline)
    throw new CheckpointError(
      "bad-input",
      `${file} writes ${parent} in a form that cannot be added to.`,
      {
        hint: "Add the server with the agent’s own command; nothing was changed.",
      },
    );
  if (findTable(given, name) !== null)
    throw new CheckpointError(
      "bad-input",
      `${file} has another [${name}] already.`,
      { hint: "Rename or remove it first; nothing was changed." },
    );
  const eol = given.includes("\r\n") ? "\r\n" : "\n";
  const gap = given === "" ? "" : given.endsWith("\n") ? eol : `${eol}${eol}`;
  return given + gap + [`[${name}]`, ...lines, ""].join(eol);
}

/**
 * Returns the text without a table and its subtables, which may stand elsewhere,
 * and without the empty line before each.
 */
export function removeTable(text: string, name: string): string {
  for (;;) {
    const found = findTable(text, name);
    if (!found) return text;
    const before = text.slice(0, found.start).replace(/(\r?\n)\r?\n$/, "$1");
    text = before + text.slice(found.end);
  }
}

/** Returns the text of a table with its header, or null. */
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

/** Comments and empty lines at the end of a table are about what comes next. */
function upTo(end: number, start: number, text: string) {
  const lines = text.slice(start, end).split(/(?<=\n)/);
  for (const line of lines.reverse()) {
    if (!/^\s*(#.*)?\s*$/.test(line)) break;
    end -= line.length;
  }
  return { start, end };
}

/** A line that looks like a header inside a string of several lines is none. */
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

/** True when a table added at the end would stand inside a string or a list. */
function isCutOff(text: string): boolean {
  let open = CLOSED;
  for (const line of text.split(/(?<=\n)/)) {
    open = openAfter(line, open);
    if (open.depth < 0) return true;
  }
  return open.quote !== null || open.depth > 0;
}

/** What a line leaves open: a string of several lines, and how many brackets. */
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

/** Returns a TOML string; JSON's escapes are all known to TOML. */
export function tomlString(text: string): string {
  return JSON.stringify(text);
}
