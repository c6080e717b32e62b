import { diffArrays } from "diff";

/**
 * Finds which lines of a text were replaced by which. Texts are compared as bytes,
 * decoded as Latin-1: one character per byte, so the comparison is exact for any
 * encoding. A line includes its "\n"; a "\r" before it is part of the line.
 */

/** A run of lines replaced by another; line numbers start at 0. */
export interface LineChange {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
}

/**
 * Maximum number of line edits to search for. Beyond it, the rest counts as
 * replaced as a whole: the patch is larger but still correct, and the time stays
 * bounded.
 */
const MAX_EDITS = 2000;

/** Returns the changes that turn one list of lines into another, in order. */
export function lineChanges(
  old: readonly string[],
  now: readonly string[],
): LineChange[] {
  const { head, tail, middle } = trimmed(old, now);
  const kept = keptPairs(middle);

  const changes: LineChange[] = [];
  let [oldAt, newAt] = [head, head];
  kept.push([old.length - tail - head, now.length - tail - head]);
  for (const [oldKept, newKept] of kept) {
    const oldCount = oldKept + head - oldAt;
    const newCount = newKept + head - newAt;
    if (oldCount > 0 || newCount > 0)
      changes.push({ oldStart: oldAt, oldCount, newStart: newAt, newCount });
    oldAt = oldKept + head + 1;
    newAt = newKept + head + 1;
  }
  return slideDown(changes, old, now);
}

/**
 * The number of lines that `lineChanges` adds and removes. The changes themselves
 * are not needed for that, only how many there are.
 */
export function countLineChanges(
  old: readonly string[],
  now: readonly string[],
): { added: number; removed: number } {
  const { middle } = trimmed(old, now);
  const shared = [middle.old, middle.now].map((ids) =>
    ids.filter((id) => middle.sides[id] === BOTH),
  );
  const [a, b] = shared as [Int32Array, Int32Array];
  const edits = editsBetween(a, b);
  const kept = edits === null ? 0 : (a.length + b.length - edits) / 2;
  return { added: middle.now.length - kept, removed: middle.old.length - kept };
}

/**
 * The smallest number of lines to remove and add to turn one list into the other
 * (Myers' algorithm, without the way it went); null if it is above MAX_EDITS.
 */
function editsBetween(a: Int32Array, b: Int32Array): number | null {
  const most = Math.min(MAX_EDITS, a.length + b.length);
  // How far into `a` each diagonal has been reached.
  const reached = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    // Diagonals that left either list cannot come back.
    const low = -edits + 2 * Math.max(0, edits - b.length);
    const high = edits - 2 * Math.max(0, edits - a.length);
    for (let k = low; k <= high; k += 2) {
      const below = reached[middle + k + 1]!;
      const left = reached[middle + k - 1]! + 1;
      let x = k === -edits || (k !== edits && left <= below) ? below : left;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reached[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return edits;
    }
  }
  return null;
}

/**
 * A run of lines added or removed next to equal lines could be placed at several
 * positions. Git uses the last one; doing the same makes merges and conflicts match
 * git's.
 */
function slideDown(
  changes: LineChange[],
  old: readonly string[],
  now: readonly string[],
): LineChange[] {
  const settled: LineChange[] = [];
  for (const change of changes.reverse()) {
    for (;;) {
      const { oldStart, oldCount, newStart, newCount } = change;
      const next = settled.at(-1);
      if (next?.oldStart === oldStart + oldCount) {
        change.oldCount += next.oldCount;
        change.newCount += next.newCount;
        settled.pop();
        continue;
      }
      const canSlide =
        (oldCount === 0 && isRepeated(now, newStart, newCount)) ||
        (newCount === 0 && isRepeated(old, oldStart, oldCount));
      if (!canSlide) break;
      change.oldStart++;
      change.newStart++;
    }
    settled.push(change);
  }
  return settled.reverse();
}

/** True if the line after a run equals the first line of the run. */
function isRepeated(
  lines: readonly string[],
  start: number,
  count: number,
): boolean {
  return start + count < lines.length && lines[start] === lines[start + count];
}

/** Returns the lines of a text, each with its line ending, one character per byte. */
export function splitLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    bytes.byteLength,
  ).toString("latin1");
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

interface Numbered {
  old: Int32Array;
  now: Int32Array;
  /** For each line number, on which sides it occurs (1 old, 2 now, or both). */
  sides: Uint8Array;
}

const BOTH = 3;

/** How many lines are equal at the start and the end, and the lines between them. */
function trimmed(
  old: readonly string[],
  now: readonly string[],
): { head: number; tail: number; middle: Numbered } {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head])
    head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const middle = number(
    old.slice(head, old.length - tail),
    now.slice(head, now.length - tail),
  );
  return { head, tail, middle };
}

/** Gives equal lines equal numbers, so that the search compares integers. */
function number(old: readonly string[], now: readonly string[]): Numbered {
  const ids = new Map<string, number>();
  const idOf = (line: string) => {
    let id = ids.get(line);
    if (id === undefined) ids.set(line, (id = ids.size));
    return id;
  };
  const numbered = {
    old: Int32Array.from(old, idOf),
    now: Int32Array.from(now, idOf),
  };
  const sides = new Uint8Array(ids.size);
  for (const id of numbered.old) sides[id]! |= 1;
  for (const id of numbered.now) sides[id]! |= 2;
  return { ...numbered, sides };
}

/**
 * Returns the pairs of positions of unchanged lines. Lines that occur on one side
 * only cannot be unchanged and are left out of the search, so comparing two texts
 * with nothing in common is cheap.
 */
function keptPairs({ old, now, sides }: Numbered): [number, number][] {
  const shared = (ids: Int32Array) => {
    const at: number[] = [];
    ids.forEach((id, i) => sides[id] === BOTH && at.push(i));
    return at;
  };
  const oldAt = shared(old);
  const newAt = shared(now);
  if (oldAt.length === 0) return [];
  const edits = diffArrays(
    oldAt.map((i) => old[i]!),
    newAt.map((i) => now[i]!),
    { maxEditLength: MAX_EDITS },
  );
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const edit of edits ?? []) {
    if (edit.removed) i += edit.count;
    else if (edit.added) j += edit.count;
    else
      for (let n = 0; n < edit.count; n++)
        pairs.push([oldAt[i++]!, newAt[j++]!]);
  }
  return pairs;
}
