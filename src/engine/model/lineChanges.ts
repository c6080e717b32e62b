import { diffArrays } from "diff";

/**
 * Which lines of a text became which. Texts are compared as bytes, read as
 * Latin-1: one character per byte, so every encoding (and none) is exact. A
 * line ends with "\n" and keeps it; a "\r" before it is part of the line.
 */

/** A run of lines replaced by another; positions count lines from 0. */
export interface LineChange {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
}

/**
 * The most line edits searched for. Past it the rest counts as replaced as a
 * whole: a worse patch, still a right one, and the time stays bounded.
 */
const MAX_EDITS = 2000;

/** Returns the changes that turn one list of lines into another, in order. */
export function lineChanges(
  old: readonly string[],
  now: readonly string[],
): LineChange[] {
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
  const kept = keptPairs(
    number(
      old.slice(head, old.length - tail),
      now.slice(head, now.length - tail),
    ),
  );

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
 * Lines added or removed among equal ones could stand in several places. Git
 * takes the last; so do we, to merge and conflict where git would.
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

/** True when the line after a run is the run's first. */
function isRepeated(
  lines: readonly string[],
  start: number,
  count: number,
): boolean {
  return start + count < lines.length && lines[start] === lines[start + count];
}

/** Returns the lines of a text, each with its line end, one character per byte. */
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
  /** For each line number: on which sides it occurs (1 old, 2 now, 3 both). */
  sides: Uint8Array;
}

/** Equal lines get equal numbers, so that the search compares integers. */
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
 * Returns the pairs of positions whose lines stay. Lines that only one side
 * has can never stay, so they are left out of the search: two texts with
 * nothing in common cost nothing.
 */
function keptPairs({ old, now, sides }: Numbered): [number, number][] {
  const shared = (ids: Int32Array) => {
    const at: number[] = [];
    ids.forEach((id, i) => sides[id] === 3 && at.push(i));
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
