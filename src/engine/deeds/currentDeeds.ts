import type { Context } from "../context";
import type { FolderRename } from "../../answers/deed";
import { groupDeeds } from "../model/deeds";
import type { DeedGroup, DeedMoment, DeedPoint } from "../model/deedFacts";
import { folderRename } from "../model/folderRename";
import {
  deedMoments,
  deedPoints,
  deedPrompts,
  deedRestores,
  factCounts,
} from "../store/index/queries/deeds";
import { changesBetween } from "../store/index/queries/snapshots";
import type { StoreIndex } from "../store/index/storeIndex";

/** The deeds of a history, computed again only when it has changed. */
export interface Deeds {
  token: string;
  /** How often something was forgotten before. */
  forgotten: number;
  moments: readonly DeedMoment[];
  points: readonly DeedPoint[];
  /** In the order in which they began. */
  all: readonly DeedGroup[];
  byId: ReadonlyMap<string, DeedGroup>;
}

const known = new WeakMap<StoreIndex, Deeds>();
/** Whether a checkpoint renamed a folder: what it changed never changes. */
const renames = new WeakMap<StoreIndex, Map<string, FolderRename | null>>();

export function deedsOf({ store }: Context): Deeds {
  const { index } = store;
  const counts = factCounts(index);
  const token = Object.values(counts).join(" ");
  const last = known.get(index);
  if (last?.token === token) return last;
  // What a moment or a checkpoint says here never changes, so only new ones are read.
  const before = last?.forgotten === counts.forgotten ? last : undefined;
  const moments = grown(before?.moments, counts.moments, (newest) =>
    deedMoments(index, newest?.n ?? 0),
  );
  const points = grown(before?.points, counts.checkpoints, (newest) =>
    deedPoints(index, newest?.number ?? -1),
  );
  const all = groupDeeds({
    ...{ moments, points },
    prompts: deedPrompts(index),
    restores: deedRestores(index),
    renameIn: (from, to) => renameIn(index, from, to),
  });
  const byId = new Map(all.map((deed) => [deed.id, deed]));
  const { forgotten } = counts;
  const deeds = { token, forgotten, moments, points, all, byId };
  known.set(index, deeds);
  return deeds;
}

/** The known facts and those after the newest of them; all are read again if some are gone. */
function grown<T>(
  known: readonly T[] = [],
  count: number,
  after: (newest: T | undefined) => T[],
): readonly T[] {
  const all = [...known, ...after(known.at(-1))];
  return all.length === count ? all : after(undefined);
}

function renameIn(
  index: StoreIndex,
  from: number,
  to: number,
): FolderRename | null {
  const found = renames.get(index) ?? new Map<string, FolderRename | null>();
  renames.set(index, found);
  const key = `${from} ${to}`;
  let rename = found.get(key);
  if (rename === undefined) {
    const [gone, made] = [new Map<string, string>(), new Map<string, string>()];
    for (const change of changesBetween(index, from, to)) {
      if (change.layer !== "disk") continue;
      if (!change.after) gone.set(change.path, change.before!.hash);
      else if (!change.before) made.set(change.path, change.after.hash);
    }
    rename = folderRename(gone, made);
    found.set(key, rename);
  }
  return rename;
}
