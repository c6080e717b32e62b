import { findRenames, similarityBy, type RenameLimits } from "../model/renames";
import type { Held } from "../model/version";
import { isSymlink } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import type { PathChange } from "../store/index/queries/snapshots";

const MAX_SIMILAR_BYTES = 1024 * 1024;
const MAX_REMEMBERED = 20_000;

export interface Pair extends PathChange {
  from?: WorkspacePath;
}

export interface PairOptions {
  renames?: boolean | undefined;
  /** False for renames without edits only, for which nothing is read. */
  content?: boolean | undefined;
  /** How much is compared at most; without them, as much as git compares. */
  limits?: RenameLimits & { sizeBytes: number };
}

/** Combines a deletion and an addition that are one renamed file. */
export function pairUp(
  changes: PathChange[],
  options: PairOptions,
  read: (held: Held) => Uint8Array | null,
): Pair[] {
  if (options.renames === false) return changes;
  const disk = changes.filter((change) => change.layer === "disk");
  const added = sideOf(disk, "after", "before");
  const deleted = sideOf(disk, "before", "after");
  if (added.size === 0 || deleted.size === 0) return changes;
  const { limits, content } = options;
  const maxBytes = limits?.sizeBytes ?? MAX_SIMILAR_BYTES;
  const renames = findRenames(
    candidates(added),
    candidates(deleted),
    content === false
      ? () => 0
      : similarityOfHeld(added, deleted, maxBytes, read),
    limits,
  );
  const gone = new Set<string>(renames.map((rename) => rename.from));
  const origins = new Map(renames.map(({ from, to }) => [to, from]));
  const byPath = new Map(disk.map((change) => [change.path as string, change]));
  return changes
    .filter((c) => c.layer !== "disk" || !gone.has(c.path))
    .map((c) => {
      const from = c.layer === "disk" ? origins.get(c.path) : undefined;
      const origin = from === undefined ? undefined : byPath.get(from);
      return origin ? { ...c, from: origin.path, before: origin.before } : c;
    });
}

type Side = Map<string, Held>;

/** The files that only one side has. */
function sideOf(
  changes: readonly PathChange[],
  has: "before" | "after",
  hasNot: "before" | "after",
): Side {
  return new Map(
    changes.flatMap((change) => {
      const held = change[has];
      return held && !change[hasNot] ? [[change.path, held] as const] : [];
    }),
  );
}

/** Each part by its name: what is read late would be lost by a spread. */
function candidates(side: Side) {
  return [...side].map(([path, { hash, mode, sizeBytes }]) => ({
    ...{ path, hash, mode, sizeBytes },
  }));
}

const remembered = new Map<string, number>();

/** Compares contents. They never change, so a pair is compared once. */
function similarityOfHeld(
  added: Side,
  deleted: Side,
  maxBytes: number,
  read: (held: Held) => Uint8Array | null,
): (to: string, from: string) => number {
  const compare = similarityBy(
    (path) => read(added.get(path)!),
    (path) => read(deleted.get(path)!),
  );
  const isCompared = ({ sizeBytes, mode }: Held) =>
    sizeBytes <= maxBytes && !isSymlink(mode);
  return (to, from) => {
    const [a, b] = [added.get(to)!, deleted.get(from)!];
    if (!isCompared(a) || !isCompared(b)) return 0;
    const key = `${a.hash} ${b.hash}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const similarity = compare(to, from);
    remembered.set(key, similarity);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined)
      remembered.delete(oldest);
    return similarity;
  };
}
