import { doubtAll } from "./doubt";
import type { Frame } from "./journal";
import type { JournalRecord } from "./records";
import type { StoreIndex } from "./storeIndex";

/**
 * Makes the frames that follow `lastSeq` true in the index, in order. Frames
 * that were read before are passed over. Returns true when frames are missing.
 */
export function replay(
  index: StoreIndex,
  frames: readonly Frame[],
  lastSeq: number,
  apply: (record: JournalRecord) => void,
): boolean {
  const tables = lastSeq === 0 ? tablesOf(frames) : { end: 0, isWhole: true };
  let isSure = tables.isWhole;
  let last = lastSeq;
  let isMissing = !isSure;
  for (const { seq, record } of frames) {
    if (seq !== last + 1) isMissing = true;
    if (seq <= last) continue;
    if (!isSure && seq > tables.end) {
      doubtAll(index);
      isSure = true;
    }
    apply(record);
    last = seq;
  }
  if (!isSure) doubtAll(index);
  return isMissing;
}

/** Where the tables end that a rewritten journal begins with, and whether all are there. */
function tablesOf(frames: readonly Frame[]): { end: number; isWhole: boolean } {
  const [first] = frames;
  if (!first) return { end: 0, isWhole: true };
  const known = first.record.t === "open" ? (first.record.frames ?? 1) : null;
  const seen = frames.filter(({ record }) => record.t === "table");
  const end = known ?? seen.at(-1)?.seq ?? 1;
  const there = new Set(seen.map((frame) => frame.seq));
  return { end, isWhole: there.size === end - 1 };
}
