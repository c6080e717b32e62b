import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../base/disk";
import type { Engine } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import { parseSettings } from "../engine/model/settings";
import { readFormat } from "../engine/store/formatFile";
import { layoutOf } from "../engine/store/layout";
import { Lock } from "../engine/store/lock";
import type { Location } from "./locate";
import { openFor, settingsFor, type OpenOptions } from "./openFor";
import { readRegistry, unregister } from "./registry";
import { folderKey, hasStore, leadsTo, storeDirFor } from "./stores";

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
  const { root } = location;
  const given = path.resolve(from);
  // A link that was left in the old place leads here, and keeps no history.
  if (fs.existsSync(given) && (given === root || !leadsTo(given, root)))
    throw new CheckpointError(
      "refused",
      `${given} is still there, and its history is its own.`,
      {
        hint: "A copy begins a history of its own; to bring old states along, export and import them.",
        data: { path: given },
      },
    );
  // Histories are known by real paths: links on the way may be older, or newer.
  for (const old of new Set([given, realPlaceOf(given)])) {
    const storeDir = old === root ? undefined : storeOf(location, old);
    if (storeDir !== undefined)
      return { old, storeDir, target: besideIn(storeDir, root) };
  }
  throw new CheckpointError("not-found", `No history of ${given} is known.`, {
    hint: "Give the whole path that the folder had before it was moved.",
    data: { path: given },
  });
}

function storeOf(location: Location, old: string): string | undefined {
  const { root, home, dataDir } = location;
  const entry = readRegistry(dataDir, old);
  const places = [...(entry ? [entry.storeDir] : []), storeDirFor(home, old)];
  return (
    places.find(hasStore) ??
    // Cut off earlier: it has its new place and does not know yet.
    [location.storeDir, ...places.map((place) => besideIn(place, root))].find(
      (place) => readFormat(realDisk, layoutOf(place))?.root === old,
    )
  );
}

/** Where the store of a folder is looked for in the home of another. */
function besideIn(storeDir: string, root: string): string {
  return path.join(path.dirname(storeDir), folderKey(root));
}

/** The real path that something had whose folder may be gone too. */
function realPlaceOf(gone: string): string {
  const parent = path.dirname(gone);
  if (parent === gone) return gone;
  try {
    const real = fs.realpathSync.native(parent);
    return path.join(real, path.basename(gone));
  } catch {
    return path.join(realPlaceOf(parent), path.basename(gone));
  }
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
    moveStore(from, to);
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

/**
 * Gives a store another place while nobody writes to it: whoever did would go on
 * in the one that takes its place. The lock goes with it, and ends there.
 */
function moveStore(from: string, to: string): void {
  new Lock(realDisk, layoutOf(from).lock).hold(() => {
    fs.renameSync(from, to);
    fs.rmSync(layoutOf(to).lock, { force: true });
  });
}

function putBack(moved: readonly [from: string, to: string][]): void {
  try {
    for (const [from, to] of moved) moveStore(to, from);
  } catch {
    // Why it failed matters more; another try finds what was moved.
  }
}
