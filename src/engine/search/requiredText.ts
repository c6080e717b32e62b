/**
 * Returns the longest literal text that every match of an expression contains, or
 * null if none is certain. Searching for it first, which is many times faster,
 * rules out most contents. Only text outside groups and classes counts, and
 * anything unusual gives null.
 */
export function requiredText(source: string): string | null {
  if (source.includes("|")) return null;
  const runs: string[][] = [[]];
  const endRun = () => runs.push([]);
  const chars = Array.from(source);
  let depth = 0;
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]!;
    const run = runs.at(-1)!;
    if (char === "[") {
      i = classEnd(chars, i);
      endRun();
    } else if (char === "(" || char === ")") {
      depth += char === "(" ? 1 : -1;
      endRun();
    } else if (char === "\\") {
      const next = chars[++i] ?? "";
      if (/[^\w]/.test(next)) {
        if (depth === 0) run.push(next);
      } else if (/[wWdDsSbBtnrfv]/.test(next)) endRun();
      else return null;
    } else if (depth > 0) continue;
    else if ("*?{".includes(char)) {
      // The repeated character may be absent.
      run.pop();
      endRun();
      if (char === "{") i = countEnd(chars, i);
    } else if ("+.^$".includes(char)) endRun();
    else run.push(char);
  }
  const longest = runs
    .map((run) => run.join(""))
    .reduce((best, run) => (run.length > best.length ? run : best));
  return longest.length >= MIN_LENGTH ? longest : null;
}

/** Shorter texts occur in most contents anyway. */
const MIN_LENGTH = 3;

/** The index of the bracket that closes a class. */
function classEnd(chars: string[], start: number): number {
  let i = start + 1;
  while (i < chars.length && chars[i] !== "]") i += chars[i] === "\\" ? 2 : 1;
  return i;
}

/**
 * The index of the brace that closes a quantifier; the index of the opening one if
 * it is not a quantifier.
 */
function countEnd(chars: string[], start: number): number {
  const rest = chars.slice(start, start + 20).join("");
  const count = /^\{\d+(?:,\d*)?\}/.exec(rest);
  return count ? start + count[0].length - 1 : start;
}
