import { markAllUncertain } from "../gaps";
import type { Frame } from "./journal";
import type { JournalRecord } from "./records";
import type { StoreIndex } from "../index/storeIndex";

/**
 * Applies the frames that follow `lastSeq` to the index, in order, and skips those
 * already read. Returns true if frames are missing.
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
    if (seq <= last) continue;
    if (seq !== last + 1) {
      isMissing = true;
      endLostRestores(index);
    }
    if (!isSure && seq > tables.end) {
      markAllUncertain(index);
      isSure = true;
    }
    apply(record);
    last = seq;
  }
  if (!isSure) markAllUncertain(index);
  return isMissing;
}

/**
 * Records are missing and others follow. A restore that had begun is over by now,
 * because every writer ends it first; its `end` is among the lost records.
 */
function endLostRestores(index: StoreIndex): void {
  index.sql.run(
    "UPDATE restore SET state = 'done', boot = NULL WHERE state = 'begun'",
  );
  index.forgetRestores();
}

/** Where the tables at the start of a rewritten journal end, and whether all are there. */
function tablesOf(frames: readonly Frame[]): { end: number; isWhole: boolean } {
  const [first] = frames;
  if (!first) return { end: 0, isWhole: true };
  const known = first.record.t === "open" ? (first.record.frames ?? 1) : null;
  const seen = frames.filter(({ record }) => record.t === "table");
  const end = known ?? seen.at(-1)?.seq ?? 1;
  const there = new Set(seen.map((frame) => frame.seq));
  return { end, isWhole: there.size === end - 1 };
}
