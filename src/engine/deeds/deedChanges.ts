import type { LineTotals } from "../../answers/deed";
import type { Context } from "../context";
import { pairUp, type Pair, type PairOptions } from "../diff/pairUp";
import type { DeedGroup } from "../model/deedFacts";
import { lineCounts } from "../model/textDiff";
import { isSameHeld, isSymlink, type Held } from "../model/version";
import {
  changesBetween,
  type PathChange,
} from "../store/index/queries/snapshots";

/** Contents larger than this are not read to count lines. */
const MAX_COUNTED_BYTES = 512 * 1024;
const MAX_REMEMBERED = 20_000;
const EMPTY = new Uint8Array(0);

/** Ranges of moments without another deed's between them. */
export function rangesOf({
  moments,
}: DeedGroup): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const n of moments) {
    const last = ranges.at(-1);
    if (last?.to === n - 1) last.to = n;
    else ranges.push({ from: n - 1, to: n });
  }
  return ranges;
}

/** What a deed did to one path, and the moments before and after that. */
export interface DeedChange extends PathChange {
  span: { from: number; to: number };
}

/**
 * Returns what a deed changed, in path order. A path that others changed in between
 * is compared from before its first change to after its last.
 */
export function changesOfDeed(
  { store }: Context,
  deed: DeedGroup,
): DeedChange[] {
  const byPath = new Map<string, DeedChange>();
  for (const { from, to } of rangesOf(deed))
    for (const change of changesBetween(store.index, from, to)) {
      if (change.released && change.layer === "disk") continue;
      const key = `${change.layer} ${change.path}`;
      const known = byPath.get(key);
      if (known)
        byPath.set(key, {
          ...known,
          after: change.after,
          span: { from: known.span.from, to },
        });
      else byPath.set(key, { ...change, span: { from, to } });
    }
  const changes = [...byPath.values()].filter(
    ({ before, after }) => !isSameHeld(before, after),
  );
  return rangesOf(deed).length > 1
    ? changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    : changes;
}

/**
 * The same with deletions and additions combined to renames: those of equal content, and those
 * that were edited as well where `limits` say how much may be read to find them.
 */
export function renamesPaired(
  { store }: Context,
  changes: DeedChange[],
  limits?: PairOptions["limits"],
): (DeedChange & Pair)[] {
  const spans = new Map(changes.map((c) => [`${c.layer} ${c.path}`, c.span]));
  const options: PairOptions = limits ? { limits } : { content: false };
  const pairs = pairUp(changes, options, (held) => {
    try {
      return store.contents.read(held.hash);
    } catch {
      return null; // Damaged: the file itself says so when it is opened.
    }
  });
  return pairs.map((pair) => ({
    ...pair,
    span: spans.get(`${pair.layer} ${pair.path}`)!,
  }));
}

export function isTooLargeToCount({ sizeBytes }: Held): boolean {
  return sizeBytes > MAX_COUNTED_BYTES;
}

const counted = new Map<string, LineTotals | null>();

/**
 * Counts the lines between two contents; null if that says nothing or would cost too
 * much. Contents never change, so a pair is counted once.
 */
export function linesBetween(
  { store }: Context,
  before: Held | null,
  after: Held | null,
): LineTotals | null {
  const sides = [before, after].filter((held) => held !== null);
  if (sides.some(({ mode }) => isSymlink(mode))) return null;
  if (sides.some(isTooLargeToCount)) return null;
  const key = `${before?.hash ?? ""} ${after?.hash ?? ""}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const read = (held: Held | null) =>
    held === null ? EMPTY : store.contents.read(held.hash);
  let lines: LineTotals | null;
  try {
    lines = lineCounts(read(before), read(after));
  } catch {
    lines = null; // Damaged: the file itself says so when it is opened.
  }
  counted.set(key, lines);
  const [oldest] = counted.keys();
  if (counted.size > MAX_REMEMBERED && oldest !== undefined)
    counted.delete(oldest);
  return lines;
}
