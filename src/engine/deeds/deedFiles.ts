import type { DeedFile, LineTotals } from "../../answers/deed";
import type { Context } from "../context";
import { problem } from "../model/errors";
import { totalOf } from "../model/checkpoint";
import type { DeedGroup } from "../model/deedFacts";
import { eachAt } from "../store/index/queries/snapshots";
import type { Pair } from "../diff/pairUp";
import {
  changesOfDeed,
  linesBetween,
  renamesPaired,
  type DeedChange,
} from "./deedChanges";
import { deedsOf } from "./currentDeeds";

/** With more files than this, lines are not counted: it would mean reading them all. */
const MAX_COUNTED = 200;

/** The files that a deed changed, in path order. */
export function filesOfDeed(context: Context, id: string): DeedFile[] {
  const deed = deedsOf(context).byId.get(id);
  if (!deed) throw problem("unknown-deed", { deed: String(id).slice(0, 100) });
  if (isStart(deed)) return firstFiles(context);
  const pairs = renamesPaired(context, changesOfDeed(context, deed));
  const isCounted = pairs.length <= MAX_COUNTED;
  return pairs.map((pair) =>
    toDeedFile(
      pair,
      isCounted ? linesBetween(context, pair.before, pair.after) : null,
    ),
  );
}

export function toDeedFile(
  { path, from, layer, before, after, span }: DeedChange & Pair,
  lines: LineTotals | null,
): DeedFile {
  return {
    path,
    from: from ?? null,
    status:
      from !== undefined
        ? "renamed"
        : !before
          ? "added"
          : after
            ? "modified"
            : "deleted",
    isUnsaved: layer === "unsaved",
    linesAdded: lines?.added ?? null,
    linesRemoved: lines?.removed ?? null,
    before: span.from,
    after: span.to,
  };
}

/** True for the deed with the folder as it was found. */
export function isStart({ moments }: DeedGroup): boolean {
  return moments[0] === 1;
}

/** How many files the folder had when it was found. */
export function countAtStart({ points }: DeedGroup): number {
  return points[0] ? totalOf(points[0]) : 0;
}

/** Everything is new at the first moment, so there is nothing to compare. */
function firstFiles({ store }: Context): DeedFile[] {
  const files: DeedFile[] = [];
  eachAt(store.index, 1, "", ({ path, layer }) =>
    files.push({
      path,
      from: null,
      status: "added",
      isUnsaved: layer === "unsaved",
      linesAdded: null,
      linesRemoved: null,
      before: 0,
      after: 1,
    }),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
