import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../base/realDisk";
import type { Engine } from "../engine/api";
import { problem } from "../engine/model/errors";
import { parseSettings } from "../engine/model/settings";
import { readFormat } from "../engine/store/formatFile";
import { layoutOf } from "../engine/store/layout";
import { Lock } from "../engine/store/lock/lock";
import type { Location } from "./locate";
import { openFor, settingsFor, type OpenOptions } from "./openFor";
import { readRegistry, unregister } from "./registry";
import { folderKey } from "./folderKey";
import { hasStore, leadsTo, storeDirFor } from "./stores";

/** The history of a folder that was moved. */
export interface MovedStore {
  /** The folder's path before it was moved. */
  old: string;
  storeDir: string;
  /** Where the store belongs for the folder's current path. */
  target: string;
}

/**
 * Finds the history that a moved folder had under its old path; throws `refused` or
 * `not-found`.
 */
export function findMovedStore(location: Location, from: string): MovedStore {
  const { root } = location;
  const given = path.resolve(from);
  // A link to this folder, left at the old path, has no history itself and is fine.
  if (fs.existsSync(given) && (given === root || !leadsTo(given, root)))
    throw problem("folder-still-there", { path: given });
  // Histories are known by real paths: links on the way may be older, or newer.
  for (const old of new Set([given, realPathOfGone(given)])) {
    const storeDir = old === root ? undefined : storeOf(location, old);
    if (storeDir !== undefined)
      return { old, storeDir, target: siblingStore(storeDir, root) };
  }
  throw problem("no-history-of", { path: given });
}

function storeOf(location: Location, old: string): string | undefined {
  const { root, home, dataDir } = location;
  const entry = readRegistry(dataDir, old);
  const places = [...(entry ? [entry.storeDir] : []), storeDirFor(home, old)];
  return (
    places.find(hasStore) ??
    // An interrupted adoption may have moved the store without updating its format file.
    [
      location.storeDir,
      ...places.map((place) => siblingStore(place, root)),
    ].find((place) => readFormat(realDisk, layoutOf(place))?.root === old)
  );
}

/** Returns where a folder's store would be in the same `stores/` as another store. */
function siblingStore(storeDir: string, root: string): string {
  return path.join(path.dirname(storeDir), folderKey(root));
}

/**
 * Returns the real path of something that no longer exists, and whose parent folders may
 * not either.
 */
function realPathOfGone(gone: string): string {
  const parent = path.dirname(gone);
  if (parent === gone) return gone;
  try {
    const real = fs.realpathSync.native(parent);
    return path.join(real, path.basename(gone));
  } catch {
    return path.join(realPathOfGone(parent), path.basename(gone));
  }
}

/**
 * Attaches that history to the folder: moves the store to where the folder's store
 * belongs, after renaming any store the folder already has. If interrupted, it can be run
 * again; if it fails, the moves are rolled back.
 */
export async function adoptStore(
  location: Location,
  { old, storeDir, target }: MovedStore,
  options: OpenOptions,
): Promise<Engine> {
  const own = location.storeDir;
  // Report invalid settings before anything is moved.
  parseSettings(settingsFor(location, options));
  if (target !== own && target !== storeDir && fs.existsSync(target))
    throw problem("store-in-the-way", { path: target });
  const moved: [from: string, to: string][] = [];
  const move = (from: string, to: string) => {
    moveStore(from, to);
    moved.unshift([from, to]);
  };
  let engine: Engine;
  try {
    // Never delete a history here; rename its folder instead.
    if (own !== storeDir && fs.existsSync(own))
      move(own, `${own}.set-aside-${Date.now()}`);
    if (storeDir !== target) move(storeDir, target);
    const there = { ...location, storeDir: target };
    engine = await openFor(there, { ...options, adopt: true });
  } catch (error) {
    rollBackMoves(moved);
    throw error;
  }
  // Remove the old entry last: until then it says where to find the store.
  unregister(location.dataDir, old);
  return engine;
}

/**
 * Moves a store while holding its lock: a process writing meanwhile would continue in
 * whatever store takes its place. The lock file moves along and is removed afterwards.
 */
function moveStore(from: string, to: string): void {
  new Lock(realDisk, layoutOf(from).lock).hold(() => {
    fs.renameSync(from, to);
    // Sync before the registry entry is removed: a power cut must not undo the move alone.
    for (const folder of new Set([from, to].map((dir) => path.dirname(dir))))
      realDisk.syncFolder(folder);
    fs.rmSync(layoutOf(to).lock, { force: true });
  });
}

function rollBackMoves(moved: readonly [from: string, to: string][]): void {
  try {
    for (const [from, to] of moved) moveStore(to, from);
  } catch {
    // The original error matters more, and another attempt will find the moved store.
  }
}
