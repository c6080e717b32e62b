import { isSymlink, type Held } from "./version";
import { baseOf, parentOf } from "./workspacePath";

export { similarityBy, similarityOf } from "./similarity";

/** A path that was added or deleted between two states. */
export interface RenameCandidate extends Omit<Held, "mode"> {
  path: string;
  /** If given, a symlink is never matched with a regular file. */
  mode?: number;
}

export interface Rename {
  from: string;
  to: string;
}

/** Minimum similarity for two files to count as one that was renamed and edited. */
const MIN_SIMILARITY = 0.5;
const MAX_PAIRS = 200 * 200;

/** How many files are compared at most. */
export interface RenameLimits {
  /** With more pairs than this, only files with the same name are compared. */
  pairs: number;
  /** ...and of those, no more pairs than this. */
  sameName: number;
}

/**
 * Matches deleted files with added ones that are the same file renamed: first by
 * equal content (same file name, then the nearest folder), then by similarity. Each
 * path is used once, and the order of the input does not matter.
 */
export function findRenames(
  added: readonly RenameCandidate[],
  deleted: readonly RenameCandidate[],
  similarity: (addedPath: string, deletedPath: string) => number,
  limits: RenameLimits = { pairs: MAX_PAIRS, sameName: MAX_PAIRS },
): Rename[] {
  const matcher = new Matcher(added, deleted);
  matcher.take(
    samePairs(matcher, (file) => `${file.hash} ${baseOf(file.path)}`),
  );
  // All empty files are equal, so only the name can identify one.
  matcher.take(
    samePairs(matcher, (file) => (file.sizeBytes > 0 ? file.hash : null)),
  );
  matcher.take(similarPairs(matcher, similarity, limits));
  return matcher.renames.sort((a, b) => compare(a.to, b.to));
}

interface Pair {
  from: RenameCandidate;
  to: RenameCandidate;
  /** In percent, so that a tiny difference does not outweigh the name. */
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

  /** Accepts pairs from best to worst, using each path once. */
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

/** Pairs of files with the same key; a null key never matches. */
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
    // With thousands of equal files any pairing is as good, so take the cheap one.
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
  limits: RenameLimits,
): Pair[] {
  const candidates =
    matcher.added.length * matcher.deleted.length > limits.pairs
      ? samePairs(matcher, (file) => baseOf(file.path)).slice(
          0,
          limits.sameName,
        )
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

/** The number of differing folder names, not counting those shared at either end. */
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
