/**
 * A pattern of a `.gitignore` file, compiled. It matches as git's does, byte by byte: `?` and a
 * class match one byte, so pattern and path are strings with one character per byte (`asBytes`).
 * A match takes at most pattern length times path length steps, whatever a cloned repository
 * contains: only the last `*` and the last `**` are ever tried again.
 */
export class Wildmatch {
  private readonly tokens: readonly Token[] | null;

  constructor(pattern: string, ignoresCase: boolean) {
    this.tokens = tokensOf(pattern, ignoresCase);
  }

  /** Tests a path, in lowercase if case is ignored (`foldCase`). */
  matches(path: string): boolean {
    const { tokens } = this;
    if (!tokens) return false;
    let token = 0;
    let at = 0;
    /** Where to continue after the last `*`, and up to where it matches now. */
    let star = -1;
    let starEnd = 0;
    /** The same for the last `**`. */
    let deep = -1;
    let deepEnd = 0;
    for (;;) {
      const one = tokens[token];
      if (one === undefined) {
        if (at === path.length) return true;
      } else if (one === STAR) {
        star = ++token;
        starEnd = at;
        continue;
      } else if (one === FOLDERS || one === ALL) {
        deep = ++token;
        deepEnd = at;
        star = -1;
        continue;
      } else if (at < path.length && matchesOne(one, path[at]!)) {
        token++;
        at++;
        continue;
      }
      if (star >= 0 && starEnd < path.length && path[starEnd] !== "/") {
        token = star;
        at = ++starEnd;
      } else if (deep >= 0) {
        const isFolders = tokens[deep - 1] === FOLDERS;
        const next = isFolders ? path.indexOf("/", deepEnd) : deepEnd;
        if (next < 0 || next >= path.length) return false;
        token = deep;
        at = deepEnd = next + 1;
        star = -1;
      } else return false;
    }
  }
}

/** `*`: any characters but a slash. */
const STAR = Symbol("star");
/** A leading double star and its slash: any number of folders, even none. */
const FOLDERS = Symbol("folders");
/** A double star elsewhere: any characters, slashes too. */
const ALL = Symbol("all");

/** A character, a class (`?` is one), or one of the stars. */
type Token =
  | string
  | ((byte: string) => boolean)
  | typeof STAR
  | typeof FOLDERS
  | typeof ALL;

const anyByte = (byte: string) => byte !== "/";

function matchesOne(token: Token, byte: string): boolean {
  return typeof token === "function" ? token(byte) : token === byte;
}

/** Returns null for a pattern that matches nothing: a class or an escape has no end. */
function tokensOf(pattern: string, ignoresCase: boolean): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const byte = pattern[at]!;
    if (byte === "\\") {
      const next = pattern[at + 1];
      if (next === undefined) return null;
      tokens.push(ignoresCase ? foldCase(next) : next);
      at += 2;
    } else if (byte === "?") {
      tokens.push(anyByte);
      at++;
    } else if (byte === "*") {
      const end = endOfStars(pattern, at);
      const { token, length } = starsOf(pattern, at, end);
      tokens.push(token);
      at = end + length;
    } else if (byte === "[") {
      const found = classAt(pattern, at, ignoresCase);
      if (!found) return null;
      tokens.push(found.test);
      at = found.end;
    } else {
      tokens.push(ignoresCase ? foldCase(byte) : byte);
      at++;
    }
  }
  return tokens;
}

function endOfStars(pattern: string, from: number): number {
  let end = from;
  while (pattern[end] === "*") end++;
  return end;
}

/** What stars mean, and how many characters after them belong to it. */
function starsOf(
  pattern: string,
  from: number,
  end: number,
): { token: Token; length: number } {
  const isWholeName =
    (from === 0 || pattern[from - 1] === "/") &&
    (end === pattern.length || /^\\?\//.test(pattern.slice(end, end + 2)));
  if (end - from < 2 || !isWholeName) return { token: STAR, length: 0 };
  return pattern[end] === "/"
    ? { token: FOLDERS, length: 1 }
    : { token: ALL, length: 0 };
}

/** A class such as `[a-z]`; undefined if it has no end. */
function classAt(
  pattern: string,
  from: number,
  ignoresCase: boolean,
): { test: (byte: string) => boolean; end: number } | undefined {
  let at = from + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at++;
  const tests: ((byte: string) => boolean)[] = [];
  /** The byte before a hyphen, if a range can begin with it. */
  let before: string | undefined;
  for (let isFirst = true; ; isFirst = false) {
    let byte = pattern[at];
    if (byte === undefined) return undefined;
    if (byte === "]" && !isFirst) break;
    const next = pattern[at + 1];
    const isRange =
      byte === "-" &&
      before !== undefined &&
      next !== undefined &&
      next !== "]";
    if (isRange) {
      at++;
      byte = next;
      if (byte === "\\") byte = pattern[++at];
      if (byte === undefined) return undefined;
      tests.push(rangeTest(before!, byte, ignoresCase));
      before = undefined;
    } else if (byte === "[" && next === ":") {
      const end = pattern.indexOf("]", at + 2);
      if (end < 0) return undefined;
      if (pattern[end - 1] === ":" && end - 1 > at + 1) {
        const test = namedClass(pattern.slice(at + 2, end - 1), ignoresCase);
        if (!test) return undefined;
        tests.push(test);
        at = end;
        before = undefined;
      } else {
        tests.push((one) => one === "[");
        before = "[";
      }
    } else {
      if (byte === "\\") byte = pattern[++at];
      if (byte === undefined) return undefined;
      const wanted = ignoresCase ? foldCase(byte) : byte;
      tests.push((one) => one === wanted);
      before = byte;
    }
    at++;
  }
  const test = (byte: string) =>
    byte !== "/" && tests.some((one) => one(byte)) !== isNegated;
  return { test, end: at + 1 };
}

function rangeTest(from: string, to: string, ignoresCase: boolean) {
  const isIn = (byte: string) => byte >= from && byte <= to;
  // Only paths are folded: a range of uppercase letters matches no lowercase ones.
  return (byte: string) =>
    isIn(byte) ||
    (ignoresCase && /[a-z]/.test(byte) && isIn(byte.toUpperCase()));
}

/** The named classes, in ASCII. */
const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

function namedClass(name: string, ignoresCase: boolean) {
  if (!Object.hasOwn(NAMED, name)) return undefined;
  const bytes = NAMED[name === "upper" && ignoresCase ? "alpha" : name]!;
  return (byte: string) => bytes.test(byte);
}

/** ASCII only, as in git. */
export function foldCase(text: string): string {
  return /[A-Z]/.test(text)
    ? text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    : text;
}

/** Returns a text with one character per byte of its UTF-8 form. */
export function asBytes(text: string): string {
  return /^[\0-\x7f]*$/.test(text)
    ? text
    : Buffer.from(text, "utf8").toString("latin1");
}
