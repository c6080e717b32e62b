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
  const slots = new Map<number, PlacedMark>();
  for (const mark of marks) {
    const look = markLooks[mark.kind];
    const x = xOf(mark.atMs);
    if (look.row !== row || x < 0 || x > width) continue;
    const slot = Math.floor(x / gap);
    const known = slots.get(slot);
    const isBetter = !known || look.rank <= markLooks[known.mark.kind].rank;
    const others = (known?.others ?? -1) + 1;
    slots.set(slot, isBetter ? { x, mark, others } : { ...known, others });
  }
  return [...slots.values()];
}
