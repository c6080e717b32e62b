import { timesForgotten } from "../store/applyPoints";
import { eachTouched } from "../store/states";
import type { StoreIndex } from "../store/storeIndex";

/** Past this many, sorting all is quicker than finding the place of each. */
const SINGLY = 1000;

/**
 * The paths that differ from a moment long ago, asked for at every checkpoint.
 * Remembered from one to the next: then only what was touched since is compared.
 */
export class DirtyPaths {
  private known:
    | {
        index: StoreIndex;
        forgotten: number;
        since: number;
        moment: number;
        paths: string[];
      }
    | undefined;

  /** In the order of `sort`; not to be changed. */
  since(index: StoreIndex, since: number): readonly string[] {
    const { known } = this;
    const forgotten = timesForgotten(index);
    const moment = index.lastMoment;
    // What was forgotten meanwhile is no longer told apart.
    const isTrue =
      known !== undefined &&
      known.index === index &&
      known.forgotten === forgotten &&
      known.since === since &&
      known.moment <= moment;
    const before = isTrue ? known : { moment: since, paths: [] };
    const paths =
      before.moment === moment
        ? before.paths
        : updated(before.paths, touched(index, since, before.moment, moment));
    this.known = { index, forgotten, since, moment, paths };
    return paths;
  }
}

function touched(
  index: StoreIndex,
  from: number,
  after: number,
  to: number,
): Map<string, boolean> {
  const differs = new Map<string, boolean>();
  eachTouched(index.sql, { from, after, to }, (path, isOther) => {
    differs.set(path, isOther);
  });
  return differs;
}

/** Sorted paths with those that differ now and without those that no longer do. */
function updated(
  paths: string[],
  differs: ReadonlyMap<string, boolean>,
): string[] {
  if (differs.size > SINGLY)
    return paths
      .filter((path) => !differs.has(path))
      .concat([...differs.keys()].filter((path) => differs.get(path)))
      .sort();
  for (const [path, isOther] of differs) {
    const at = placeOf(paths, path);
    const isThere = paths[at] === path;
    if (isOther && !isThere) paths.splice(at, 0, path);
    else if (!isOther && isThere) paths.splice(at, 1);
  }
  return paths;
}

/** Where it is among the sorted, or would be. */
function placeOf(paths: readonly string[], path: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (paths[middle]! < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
