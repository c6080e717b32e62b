import { changedBetween, roughRoot } from "./lineSearch";

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

/** The number of lines that `lineChanges` adds and removes. */
export function countLineChanges(
  old: readonly string[],
  now: readonly string[],
): { added: number; removed: number } {
  const { middle } = trimmed(old, now);
  const kept = keptPairs(middle).length;
  return { added: middle.now.length - kept, removed: middle.old.length - kept };
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
  /** How often each line number occurs. */
  inOld: Uint32Array;
  inNow: Uint32Array;
}

interface Middle extends Numbered {
  /** A line that occurs this often says little. */
  frequent: number;
}

const MAX_FREQUENT = 1024;

/** How many lines are equal at the start and the end, and the lines between them. */
function trimmed(
  old: readonly string[],
  now: readonly string[],
): { head: number; tail: number; middle: Middle } {
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
  const longest = Math.max(old.length, now.length);
  const frequent = Math.min(MAX_FREQUENT, roughRoot(longest));
  return { head, tail, middle: { ...middle, frequent } };
}

/** Gives equal lines equal numbers, so that the search compares integers. */
function number(old: readonly string[], now: readonly string[]): Numbered {
  const ids = new Map<string, number>();
  const idOf = (line: string) => {
    let id = ids.get(line);
    if (id === undefined) ids.set(line, (id = ids.size));
    return id;
  };
  const numbersOf = (lines: readonly string[]) => {
    const numbers = new Int32Array(lines.length);
    for (let i = 0; i < lines.length; i++) numbers[i] = idOf(lines[i]!);
    return numbers;
  };
  const numbered = { old: numbersOf(old), now: numbersOf(now) };
  const [inOld, inNow] = [numbered.old, numbered.now].map((numbers) => {
    const counts = new Uint32Array(ids.size);
    for (const id of numbers) counts[id]!++;
    return counts;
  }) as [Uint32Array, Uint32Array];
  return { ...numbered, inOld, inNow };
}

/** Returns the pairs of positions of unchanged lines, in order. */
function keptPairs(middle: Middle): [number, number][] {
  const { old, now, inOld, inNow, frequent } = middle;
  const oldAt = telling(old, inNow, frequent);
  const newAt = telling(now, inOld, frequent);
  if (oldAt.length === 0 || newAt.length === 0) return [];
  const changed = changedBetween(
    oldAt.map((i) => old[i]!),
    newAt.map((i) => now[i]!),
  );
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < oldAt.length && j < newAt.length;) {
    if (changed.old[i]) i++;
    else if (changed.now[j]) j++;
    else pairs.push([oldAt[i++]!, newAt[j++]!]);
  }
  return pairs;
}

/** How far around a frequent line its neighbours are looked at. */
const AROUND = 100;

/**
 * Returns the positions of the lines that the search should look at. A line that the other side
 * does not have cannot be unchanged. One that it has very often, such as a brace, says little: among
 * lines of the first kind it would only be matched by accident, so it counts as changed there.
 */
function telling(
  lines: Int32Array,
  inOther: Uint32Array,
  frequent: number,
): Int32Array {
  const isAlone = (i: number) => inOther[lines[i]!] === 0;
  const isFrequent = (i: number) => inOther[lines[i]!]! >= frequent;
  const isNoise = (at: number): boolean => {
    let [alone, all] = [0, 0];
    for (const step of [-1, 1]) {
      let aloneHere = 0;
      for (let i = at + step, n = 0; n < AROUND; i += step, n++) {
        if (i < 0 || i >= lines.length) break;
        if (isAlone(i)) aloneHere++;
        else if (!isFrequent(i)) break;
        all++;
      }
      if (aloneHere === 0) return false;
      alone += aloneHere;
    }
    // At most a quarter of the neighbours, with this line, are frequent ones.
    return 4 * (all - alone + 2) < all + 2;
  };
  const positions = new Int32Array(lines.length);
  let count = 0;
  for (let i = 0; i < lines.length; i++)
    if (!isAlone(i) && !(isFrequent(i) && isNoise(i))) positions[count++] = i;
  return positions.subarray(0, count);
}
