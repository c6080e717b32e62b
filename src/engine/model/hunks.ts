import type { PlannedHunk } from "../../answers/restore";
import { isBinary } from "./binary";
import { exactText } from "./exactText";
import { lineChanges, splitLines, type LineChange } from "./lineChanges";

/** Length of the sample of a hunk's text. */
const SAMPLE = 120;

/** The changes that turn one text into another; none if either is not text. */
export function hunksOf(now: Uint8Array, then: Uint8Array): PlannedHunk[] {
  if (isBinary(now) || isBinary(then)) return [];
  const nowLines = splitLines(now);
  const thenLines = splitLines(then);
  return lineChanges(nowLines, thenLines).map((change) => ({
    line: change.oldStart + 1,
    removed: change.oldCount,
    added: change.newCount,
    text: sampleOf([
      ...thenLines.slice(change.newStart, change.newStart + change.newCount),
      ...nowLines.slice(change.oldStart, change.oldStart + change.oldCount),
    ]),
  }));
}

/**
 * Returns the first text with only the chosen changes made, byte for byte. A last
 * line without a line break equals no other line, so it is kept as the last one or
 * belongs to the last change: two lines never become one.
 */
export function withHunks(
  now: Uint8Array,
  then: Uint8Array,
  chosen: ReadonlySet<number>,
): Uint8Array {
  const nowLines = splitLines(now);
  const thenLines = splitLines(then);
  const lines: string[] = [];
  let at = 0;
  lineChanges(nowLines, thenLines).forEach((change, n) => {
    lines.push(...nowLines.slice(at, change.oldStart));
    lines.push(...sideOf(change, chosen.has(n), nowLines, thenLines));
    at = change.oldStart + change.oldCount;
  });
  lines.push(...nowLines.slice(at));
  return Buffer.from(lines.join(""), "latin1");
}

function sideOf(
  { oldStart, oldCount, newStart, newCount }: LineChange,
  isChosen: boolean,
  nowLines: readonly string[],
  thenLines: readonly string[],
): string[] {
  return isChosen
    ? thenLines.slice(newStart, newStart + newCount)
    : nowLines.slice(oldStart, oldStart + oldCount);
}

/** The first line that says something. */
function sampleOf(lines: readonly string[]): string {
  const found = lines.find((line) => /[^\s\x80-\x9f]/.test(line)) ?? "";
  return exactText(Buffer.from(found, "latin1")).trim().slice(0, SAMPLE);
}
