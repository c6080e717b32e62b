import type { Context } from "../context";
import type { FolderRename } from "../../answers/deed";
import { groupDeeds } from "../model/deeds";
import type { DeedGroup } from "../model/deedFacts";
import { folderRename } from "../model/folderRename";
import {
  deedMoments,
  deedPoints,
  deedPrompts,
  deedRestores,
  factsToken,
} from "../store/index/queries/deeds";
import { changesBetween } from "../store/index/queries/snapshots";
import type { StoreIndex } from "../store/index/storeIndex";

/** The deeds of a history, computed again only when it has changed. */
export interface Deeds {
  token: string;
  /** In the order in which they began. */
  all: readonly DeedGroup[];
  byId: ReadonlyMap<string, DeedGroup>;
}

const known = new WeakMap<StoreIndex, Deeds>();
/** Whether a checkpoint renamed a folder: what it changed never changes. */
const renames = new WeakMap<StoreIndex, Map<string, FolderRename | null>>();

export function deedsOf({ store }: Context): Deeds {
  const { index } = store;
  const token = factsToken(index);
  const last = known.get(index);
  if (last?.token === token) return last;
  const all = groupDeeds({
    moments: deedMoments(index),
    points: deedPoints(index),
    prompts: deedPrompts(index),
    restores: deedRestores(index),
    renameIn: (from, to) => renameIn(index, from, to),
  });
  const deeds = { token, all, byId: new Map(all.map((d) => [d.id, d])) };
  known.set(index, deeds);
  return deeds;
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
