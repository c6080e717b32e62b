import type { LineAuthors, LineVersion } from "../../engine/api";
import { lineChanges } from "../../engine/model/lineChanges";

/** A line of an editor. `by` is null for text that is not recorded yet: the person's. */
export interface ShownLine {
  readonly text: string;
  readonly by: LineVersion | null;
}

/** Where an edit begins and ends, and what it put there; lines and characters count from 0. */
export interface Edit {
  range: { start: Place; end: Place };
  text: string;
}
interface Place {
  line: number;
  character: number;
}

/** Returns an editor's lines with their authors, although it may be ahead of what was recorded. */
export function shownLines(
  { lines, texts, versions }: LineAuthors,
  shown: readonly string[],
): ShownLine[] {
  const recorded = texts.map((text, i) => (i === 0 ? withoutMark(text) : text));
  // After the last line ending the editor has one more line, which nobody wrote.
  if (shown.at(-1) === "") recorded.push("");
  const result = shown.map((text): ShownLine => ({ text, by: null }));
  const keep = (from: number, at: number, count: number) => {
    for (let n = 0; n < count; n++)
      result[at + n] = {
        text: shown[at + n]!,
        by: versions[lines[from + n]!] ?? null,
      };
  };
  let [oldAt, newAt] = [0, 0];
  for (const change of lineChanges(recorded, shown)) {
    keep(oldAt, newAt, change.newStart - newAt);
    oldAt = change.oldStart + change.oldCount;
    newAt = change.newStart + change.newCount;
  }
  keep(oldAt, newAt, shown.length - newAt);
  return result;
}

/**
 * Changes the lines as edits did, in the order in which the editor reports them: each in the text
 * that the one before it left. A line that an edit did not change keeps its author. In place, because
 * this runs at every keystroke, and a file may have many lines.
 */
export function applyEdits(lines: ShownLine[], edits: readonly Edit[]): void {
  for (const { range, text } of edits) {
    const { start, end } = range;
    const first = lines[start.line]?.text ?? "";
    const last = lines[end.line]?.text ?? "";
    const written = (
      first.slice(0, start.character) +
      text +
      last.slice(end.character)
    ).split(/\r\n|\r|\n/);
    const old = lines.slice(start.line, end.line + 1);
    lines.splice(start.line, old.length, ...replaced(old, written));
  }
}

/** Lines at the start and the end that are the same as before keep their author. */
function replaced(
  old: readonly ShownLine[],
  written: readonly string[],
): ShownLine[] {
  const most = Math.min(old.length, written.length);
  let head = 0;
  while (head < most && old[head]!.text === written[head]) head++;
  let tail = 0;
  while (
    tail < most - head &&
    old.at(-1 - tail)!.text === written.at(-1 - tail)
  )
    tail++;
  return written.map((text, i): ShownLine => {
    if (i < head) return old[i]!;
    const fromEnd = written.length - i;
    return fromEnd <= tail ? old[old.length - fromEnd]! : { text, by: null };
  });
}

/** The editor does not count a byte order mark as text. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
