/** A matching line: its number, starting at 1, and its text, shortened for display. */
export interface LineMatch {
  line: number;
  text: string;
}

/** Bytes or a string to extract lines from, with offsets in its own units. */
export interface LineSource {
  length: number;
  /** The offset of the next line end at or after an offset; -1 if there is none. */
  lineEnd(from: number): number;
  text(start: number, end: number): string;
}

/** Maximum number of lines per content; nobody reads a longer list. */
export const MAX_LINES = 100;
const MAX_TEXT = 300;
/** How much of a shortened line is shown before the match. */
const LEAD = 60;

/**
 * Returns the lines on which matches start, each once, at most MAX_LINES. `next`
 * returns the offset of the first match at or after an offset, or -1.
 */
export function matchedLines(
  source: LineSource,
  next: (from: number) => number,
): LineMatch[] {
  const found: LineMatch[] = [];
  let line = 1;
  let start = 0;
  while (found.length < MAX_LINES && start < source.length) {
    const at = next(start);
    if (at < 0) break;
    let end = endOf(source, start);
    for (; end < at; end = endOf(source, start)) {
      line++;
      start = end + 1;
    }
    // There is no line after the last line end.
    if (start >= source.length) break;
    found.push({ line, text: clip(source, start, end, at) });
    line++;
    start = end + 1;
  }
  return found;
}

function endOf(source: LineSource, from: number): number {
  const end = source.lineEnd(from);
  return end < 0 ? source.length : end;
}

function clip(
  source: LineSource,
  start: number,
  end: number,
  at: number,
): string {
  if (end - start <= MAX_TEXT)
    return source.text(start, end).replace(/\r$/, "");
  const from = at - start <= LEAD ? start : at - LEAD;
  const to = Math.min(end, from + MAX_TEXT);
  return (
    (from > start ? "…" : "") + source.text(from, to) + (to < end ? "…" : "")
  );
}
