import { isSymlink } from "./version";
import { baseOf, parentOf } from "./workspacePath";

export { similarityBy, similarityOf } from "./similarity";

/** A path that came or went between two states. */
export interface RenameCandidate {
  path: string;
  hash: string;
  sizeBytes: number;
  /** When given, a link is never taken for a renamed file. */
  mode?: number;
}

export interface Rename {
  from: string;
  to: string;
}

/** How alike two files must be to count as one that was renamed and edited. */
const MIN_SIMILARITY = 0.5;
/** Past this many pairs only those with the same file name are considered. */
const MAX_PAIRS = 200 * 200;

/**
 * Returns which deleted files came back under another path: those with the
 * same content first (same file name, then the nearest folder), then the most
 * similar ones. Each path is used once; the order of the input plays no part.
 */
export function findRenames(
  added: readonly RenameCandidate[],
  deleted: readonly RenameCandidate[],
  similarity: (addedPath: string, deletedPath: string) => number,
): Rename[] {
  const matcher = new Matcher(added, deleted);
  matcher.take(
    samePairs(matcher, (file) => `${file.hash} ${baseOf(file.path)}`),
  );
  // An empty file is like every other empty file: only its name can tell.
  matcher.take(
    samePairs(matcher, (file) => (file.sizeBytes > 0 ? file.hash : null)),
  );
  matcher.take(similarPairs(matcher, similarity));
  return matcher.renames.sort((a, b) => compare(a.to, b.to));
}

interface Pair {
  from: RenameCandidate;
  to: RenameCandidate;
  /** In percent, so that a hair's breadth does not outweigh the name. */
  score: number;
}

class Matcher {
  readonly renames: Rename[] = [];
  added: RenameCandidate[];
  deleted: RenameCandidate[];

  constructor(
    added: readonly RenameCandidate[],
    deleted: readonly RenameCandidate[],
  ) {
    this.added = [...added].sort(byPath);
    this.deleted = [...deleted].sort(byPath);
  }

  /** Accepts pairs, best first, each path once. */
  take(pairs: Pair[]): void {
    const used = new Set<RenameCandidate>();
    for (const { from, to } of pairs.sort(bestFirst)) {
      if (used.has(from) || used.has(to)) continue;
      used.add(from).add(to);
      this.renames.push({ from: from.path, to: to.path });
    }
    this.added = this.added.filter((file) => !used.has(file));
    this.deleted = this.deleted.filter((file) => !used.has(file));
  }
}

/** Pairs of files with the same key; null keys pair with nothing. */
function samePairs(
  { added, deleted }: Matcher,
  keyOf: (file: RenameCandidate) => string | null,
): Pair[] {
  const groups = new Map<string, RenameCandidate[]>();
  for (const file of deleted) {
    const key = keyOf(file);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  const matches = new Map<string, RenameCandidate[]>();
  for (const file of added) {
    const key = keyOf(file);
    if (key === null || !groups.has(key)) continue;
    const group = matches.get(key);
    if (group) group.push(file);
    else matches.set(key, [file]);
  }
  const pairs: Pair[] = [];
  for (const [key, tos] of matches) {
    const froms = groups.get(key)!;
    // Thousands of equal files: any pairing is as right, so the cheap one.
    if (froms.length * tos.length > MAX_PAIRS)
      tos.slice(0, froms.length).forEach((to, i) => {
        push(pairs, froms[i]!, to, 100);
      });
    else
      for (const to of tos)
        for (const from of froms) push(pairs, from, to, 100);
  }
  return pairs;
}

function similarPairs(
  matcher: Matcher,
  similarity: (addedPath: string, deletedPath: string) => number,
): Pair[] {
  const candidates =
    matcher.added.length * matcher.deleted.length > MAX_PAIRS
      ? samePairs(matcher, (file) => baseOf(file.path)).slice(0, MAX_PAIRS)
      : samePairs(matcher, () => "");
  const pairs: Pair[] = [];
  for (const { from, to } of candidates) {
    const [small, large] = [from.sizeBytes, to.sizeBytes].sort((a, b) => a - b);
    if (small === 0 || small! < large! * MIN_SIMILARITY) continue;
    const score = similarity(to.path, from.path);
    if (score >= MIN_SIMILARITY) push(pairs, from, to, Math.floor(score * 100));
  }
  return pairs;
}

function push(
  pairs: Pair[],
  from: RenameCandidate,
  to: RenameCandidate,
  score: number,
): void {
  if (isSymlink(from.mode ?? 0) === isSymlink(to.mode ?? 0))
    pairs.push({ from, to, score });
}

function bestFirst(a: Pair, b: Pair): number {
  return (
    b.score - a.score ||
    Number(isSameName(b)) - Number(isSameName(a)) ||
    distance(a) - distance(b) ||
    compare(a.from.path, b.from.path) ||
    compare(a.to.path, b.to.path)
  );
}

function isSameName({ from, to }: Pair): boolean {
  return baseOf(from.path) === baseOf(to.path);
}

/** How many folder names differ, not counting those shared at either end. */
function distance({ from, to }: Pair): number {
  const a = parentOf(from.path).split("/");
  const b = parentOf(to.path).split("/");
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  let tail = 0;
  while (tail < shorter - shared && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return a.length + b.length - 2 * (shared + tail);
}

function byPath(a: { path: string }, b: { path: string }): number {
  return compare(a.path, b.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
