import { lineChanges } from "./lineChanges";

/**
 * The lines of a text, and for each the number of the version that brought it. `keys` are what
 * is compared: the lines themselves, or the lines without their white space.
 */
export interface Traced {
  keys: readonly string[];
  origins: Int32Array;
}

/** A moved block must have this many letters and digits, as for `git blame -M`. */
const MIN_MOVED = 20;

/** Returns the lines as they are compared. */
export function lineKeys(
  lines: readonly string[],
  ignoresSpace: boolean,
): readonly string[] {
  return ignoresSpace
    ? lines.map((line) => line.replaceAll(/\s+/g, ""))
    : lines;
}

/** Returns a first version: it brought all of its lines. */
export function traced(keys: readonly string[], version: number): Traced {
  return { keys, origins: new Int32Array(keys.length).fill(version) };
}

/**
 * Returns the next version of a text. Lines that the version before had keep their origin; the
 * others are its own. With `findsMoves`, so do blocks of lines that were moved.
 */
export function next(
  before: Traced,
  keys: readonly string[],
  version: number,
  findsMoves: boolean,
): Traced {
  const now = traced(keys, version);
  const removed: number[] = [];
  const added: [start: number, end: number][] = [];
  let [oldAt, newAt] = [0, 0];
  const keep = (upTo: number) => {
    now.origins.set(
      before.origins.subarray(oldAt, oldAt + upTo - newAt),
      newAt,
    );
  };
  for (const change of lineChanges(before.keys, keys)) {
    const { oldStart, oldCount, newStart, newCount } = change;
    keep(newStart);
    oldAt = oldStart + oldCount;
    newAt = newStart + newCount;
    for (let i = oldStart; i < oldAt; i++) removed.push(i);
    if (newCount > 0) added.push([newStart, newAt]);
  }
  keep(keys.length);
  if (findsMoves) takeMoved(before, now, removed, added);
  return now;
}

function takeMoved(
  before: Traced,
  now: Traced,
  removed: readonly number[],
  added: readonly [number, number][],
): void {
  const places = new Map<string, number[]>();
  for (const at of removed) {
    const key = before.keys[at]!;
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  const isFree = new Set(removed);
  const lengthFrom = (from: number, to: number, end: number) => {
    let length = 0;
    while (
      to + length < end &&
      isFree.has(from + length) &&
      before.keys[from + length] === now.keys[to + length]
    )
      length++;
    return length;
  };
  for (const [start, end] of added)
    for (let at = start; at < end;) {
      let [best, length] = [-1, 0];
      for (const from of places.get(now.keys[at]!) ?? []) {
        const found = lengthFrom(from, at, end);
        if (found > length) [best, length] = [from, found];
      }
      if (length === 0 || weight(now.keys, at, at + length) < MIN_MOVED) {
        at++;
        continue;
      }
      for (let i = 0; i < length; i++) {
        now.origins[at + i] = before.origins[best + i]!;
        isFree.delete(best + i);
      }
      at += length;
    }
}

function weight(keys: readonly string[], start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++)
    count += keys[i]!.match(/[\dA-Za-z]/g)?.length ?? 0;
  return count;
}
