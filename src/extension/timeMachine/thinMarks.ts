import { markLooks, type MarkRow } from "./markLooks";
import type { StripMark } from "./protocol";

/** A mark where it is drawn, with how many it stands for. */
export interface PlacedMark {
  x: number;
  mark: StripMark;
  /** How many others have no room beside it. */
  others: number;
}

/**
 * Returns the marks of a row that have room beside each other; of several in one place, the most
 * important one.
 */
export function thinMarks(
  marks: readonly StripMark[],
  row: MarkRow,
  xOf: (atMs: number) => number,
  width: number,
  gap: number,
): PlacedMark[] {
  const placed: PlacedMark[] = [];
  const inRow = marks
    .filter(({ kind }) => markLooks[kind].row === row)
    .map((mark) => ({ mark, x: xOf(mark.atMs) }))
    .filter(({ x }) => x >= 0 && x <= width)
    .sort((a, b) => a.x - b.x);
  for (const { mark, x } of inRow) {
    const last = placed.at(-1);
    if (!last || x - last.x >= gap) {
      placed.push({ x, mark, others: 0 });
      continue;
    }
    last.others++;
    const isBetter = markLooks[mark.kind].rank < markLooks[last.mark.kind].rank;
    if (isBetter) Object.assign(last, { x, mark });
  }
  return placed;
}
