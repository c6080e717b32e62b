import { timesForgotten } from "../store/index/applyPoints";
import { eachTouched } from "../store/index/queries/snapshots";
import type { StoreIndex } from "../store/index/storeIndex";

/** With more changes than this, sorting everything is faster than inserting each. */
const SINGLY = 1000;

/**
 * The paths that differ from an old moment, needed for every checkpoint. The result
 * is cached, so that only paths touched since the last call are compared.
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

  /** In `sort` order. Callers must not modify it. */
  since(index: StoreIndex, since: number): readonly string[] {
    const { known } = this;
    const forgotten = timesForgotten(index);
    const moment = index.lastMoment;
    // After versions were forgotten, the cached result may be wrong.
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
  eachTouched(index, { from, after, to }, (path, isOther) => {
    differs.set(path, isOther);
  });
  return differs;
}

/** Sorted paths, plus those that differ now, minus those that no longer do. */
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

/** The index of the path in the sorted list, or where it would be inserted. */
function placeOf(paths: readonly string[], path: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (paths[middle]! < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
