import type { Conflict } from "../../engine/api";

/** Only the outer two: a line of `=======` is a heading's in many a text. */
const MARKER = /^(<{7}|>{7})( |$)/m;

/** The byte order mark: it names the encoding, and editors keep it apart from the text. */
const MARK = "\uFEFF";

/** True while a text still has lines of a conflict to decide. */
export function hasMarkers(text: string): boolean {
  return MARKER.test(text);
}

/**
 * True when an editor can show the sides and save them as they were: a binary file
 * has no lines, and what is not UTF-8 would come back as other bytes.
 */
export function canBeMerged(conflict: Conflict): boolean {
  const { binary, base, ours, theirs, merged } = conflict;
  const isText = (side: string | null) => side?.isWellFormed() ?? true;
  return !binary && [base, ours, theirs, merged].every(isText);
}

/**
 * What the deciding begins with. The mark of a file whose first line is to be
 * decided goes before the markers: behind them it would be text, and be lost.
 */
export function startText({ ours, theirs, merged }: Conflict): string {
  const text = merged ?? ours ?? "";
  const isOpen = text === "" || /^<{7}/.test(text);
  const isMarked = [ours, theirs].some((side) => side?.startsWith(MARK));
  if (!isOpen || !isMarked) return text;
  return (
    MARK +
    text
      .replace(/^(<{7}.*\r?\n)\uFEFF/, "$1")
      .replace(/^(={7}\r?\n)\uFEFF/m, "$1")
  );
}

/** The text as a document of the editor has it. */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}
