import type { Conflict, Resolution } from "../../engine/api";
import { exactBytes, exactText } from "../../engine/model/exactText";
import { merge3 } from "../../engine/model/merge";

/** Only the outer markers: a line of `=======` underlines a heading in many texts. */
const MARKER = /^(<{7}|>{7})( |$)/m;

/** The byte order mark: it declares the encoding, and editors keep it separate from the text. */
const MARK = "\uFEFF";

/** True if the text still has conflict markers. */
export function hasMarkers(text: string): boolean {
  return MARKER.test(text);
}

/**
 * True if an editor can show the sides and save them unchanged: a binary file has no lines, and
 * text that is not UTF-8 would be saved as different bytes.
 */
export function canBeMerged(conflict: Conflict): boolean {
  const { binary, base, ours, theirs, merged } = conflict;
  const isText = (side: string | null) => side?.isWellFormed() ?? true;
  return !binary && [base, ours, theirs, merged].every(isText);
}

/**
 * Undoes the change in a conflicting file too: the conflicting lines go back to before it, and
 * later edits elsewhere in the file stay. A file that cannot be merged goes back as a whole.
 */
export function undoneToo(conflict: Conflict): Resolution {
  const { base, ours, theirs } = conflict;
  if (!isMergedByLines(conflict)) return "theirs";
  const [b, o, t] = [base, ours, theirs].map((side) => exactBytes(side ?? ""));
  const merged = merge3({ base: b!, ours: o!, theirs: t!, favor: "theirs" });
  return merged.ok ? { text: exactText(merged.bytes) } : "theirs";
}

/** True if only some lines of the file are in conflict. */
export function isMergedByLines(conflict: Conflict): boolean {
  const { base, ours, theirs, merged } = conflict;
  return [base, ours, theirs, merged].every((side) => side !== null);
}

/**
 * Returns the initial text of the merge editor. If the first line is in conflict, the byte order
 * mark goes before the markers; after them it would be text and be lost.
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

/** Returns the text as an editor's document has it. */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}
