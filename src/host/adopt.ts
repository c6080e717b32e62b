import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../base/disk";
import type { Engine } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import { parseSettings } from "../engine/model/settings";
import { readFormat } from "../engine/store/formatFile";
import { layoutOf } from "../engine/store/layout";
import type { Location } from "./locate";
import { openFor, settingsFor, type OpenOptions } from "./openFor";
import { readRegistry, unregister } from "./registry";
import { folderKey, hasStore, storeDirFor } from "./stores";

/** The history of a folder that was moved. */
export interface MovedStore {
  /** The path that the folder had. */
  old: string;
  storeDir: string;
  /** Where the store of the folder as it is now is looked for. */
  target: string;
}

/** Finds the history of a folder that was moved to this one; throws `refused` or `not-found`. */
export function findMovedStore(location: Location, from: string): MovedStore {
  const { root, home, dataDir } = location;
  const old = path.resolve(from);
  if (fs.existsSync(old))
    throw new CheckpointError(
      "refused",
      `${old} is still there, and its history is its own.`,
      {
        hint: "A copy begins a history of its own; to bring old states along, export and import them.",
        data: { path: old },
      },
    );
  const beside = (place: string) =>
    path.join(path.dirname(place), folderKey(root));
  const entry = readRegistry(dataDir, old);
  const places = [...(entry ? [entry.storeDir] : []), storeDirFor(home, old)];
  const found =
    places.find(hasStore) ??
    // Cut off earlier: it has its new place and does not know yet.
    [location.storeDir, ...places.map(beside)].find(
      (place) => readFormat(realDisk, layoutOf(place))?.root === old,
    );
  if (found === undefined)
    throw new CheckpointError("not-found", `No history of ${old} is known.`, {
      hint: "Give the whole path that the folder had before it was moved.",
      data: { path: old },
    });
  return { old, storeDir: found, target: beside(found) };
}

/**
 * Gives that history to the folder: the store goes where the folder's is looked
 * for, and a store that is there is set aside. Cut off anywhere, it can be done
 * again; when it fails, everything is where it was.
 */
export async function adoptStore(
  location: Location,
  { old, storeDir, target }: MovedStore,
  options: OpenOptions,
): Promise<Engine> {
  const own = location.storeDir;
  // Said before anything moves.
  parseSettings(settingsFor(location, options));
  if (target !== own && target !== storeDir && fs.existsSync(target))
    throw new CheckpointError("refused", `${target} is in the way.`, {
      hint: "It may hold another history of this folder. Nothing was changed; give it another name and try again.",
      data: { path: target },
    });
  const moved: [from: string, to: string][] = [];
  const move = (from: string, to: string) => {
    fs.renameSync(from, to);
    moved.unshift([from, to]);
  };
  let engine: Engine;
  try {
    // Nothing of a history is ever deleted here; its folder gets another name.
    if (own !== storeDir && fs.existsSync(own))
      move(own, `${own}.set-aside-${Date.now()}`);
    if (storeDir !== target) move(storeDir, target);
    const there = { ...location, storeDir: target };
    engine = await openFor(there, { ...options, adopt: true });
  } catch (error) {
    putBack(moved);
    throw error;
  }
  // Last: until then it says where to look.
  unregister(location.dataDir, old);
  return engine;
}

function putBack(moved: readonly [from: string, to: string][]): void {
  try {
    for (const [from, to] of moved) fs.renameSync(to, from);
  } catch {
    // Why it failed matters more; another try finds what was moved.
  }
}
