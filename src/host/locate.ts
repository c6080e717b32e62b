import fs from "node:fs";
import path from "node:path";
import { homeDir, withHome } from "../base/homeDir";
import { problem } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import { dataDir, type Env } from "./dataDir";
import { readRegistry, type RegistryEntry } from "./registry";
import { isFolderKey } from "./folderKey";
import { hasStore, realRoot, storeDirFor } from "./stores";

/** Where a workspace folder's history is, and how it was found. */
export interface Location {
  root: string;
  storeDir: string;
  /** The folder that contains `stores/`. */
  home: string;
  /** The platform's folder for Checkpoint's own data: the registry, `config.json`. */
  dataDir: string;
  /** True if the caller named the store. Such a choice is not written to the registry. */
  isExplicit: boolean;
  /** The settings that the folder's main recorder registered; null if it registered none. */
  settings: Partial<EngineSettings> | null;
}

export interface LocateRequest {
  /** The folder to record. Default: the nearest one at or above `cwd` that has a store. */
  workspace?: string | undefined;
  /** The folder that contains `stores/`. Default: the environment, then the registry. */
  store?: string | undefined;
  /** Where to create a new store by default: the editor passes its own storage. */
  newStores?: string | undefined;
  env: Env;
  cwd: string;
  platform?: NodeJS.Platform | undefined;
}

/**
 * Finds a workspace folder and its store: from the flag, then from CHECKPOINT_STORE if
 * it applies to that folder, then from the registry, then in the data folder.
 */
export function locate(request: LocateRequest): Location {
  const { env, cwd } = request;
  const data = dataDir(env, request.platform ?? process.platform, homeDir());
  const named = request.store || env["CHECKPOINT_STORE"];
  const places: Places = {
    dataDir: data,
    named: named ? namedStore(path.resolve(cwd, withHome(named))) : null,
    isFlag: Boolean(request.store),
    newStores: request.newStores ?? data,
  };
  if (request.workspace === "") throw problem("empty-workspace-option");
  const root = request.workspace
    ? realRoot(path.resolve(cwd, withHome(request.workspace)))
    : findWorkspace(realRoot(cwd), places);
  const location = place(root, places);
  if (request.store && !location.isExplicit)
    throw problem("store-of-other-folder", { store: named!, root });
  return location;
}

interface Places {
  dataDir: string;
  named: string | null;
  /** True if `named` comes from a flag and not from the environment. */
  isFlag: boolean;
  newStores: string;
}

/** Returns the nearest folder at or above this one that has a store, or this one if none has. */
function findWorkspace(folder: string, places: Places): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (hasStore(place(at, places).storeDir)) return at;
    if (path.dirname(at) === at) return folder;
  }
}

function place(root: string, places: Places): Location {
  const { dataDir: data, newStores } = places;
  const entry = readRegistry(data, root);
  const named = namedHomeFor(root, places, entry);
  if (named !== null) {
    const storeDir = storeDirFor(named, root);
    const settings = entry?.storeDir === storeDir ? entry.settings : null;
    return {
      root,
      storeDir,
      home: named,
      dataDir: data,
      isExplicit: true,
      settings,
    };
  }
  // Ignore an entry whose store is gone, for example because the editor was uninstalled
  // with its storage.
  if (entry && hasStore(entry.storeDir)) {
    const { storeDir, settings } = entry;
    const home = path.dirname(path.dirname(storeDir));
    return { root, storeDir, home, dataDir: data, isExplicit: false, settings };
  }
  const inData = storeDirFor(data, root);
  const home = hasStore(inData) ? data : newStores;
  return {
    root,
    storeDir: storeDirFor(home, root),
    home,
    dataDir: data,
    isExplicit: false,
    settings: null,
  };
}

/**
 * Returns the named folder that contains `stores/`, or null if the name does not apply
 * to this folder. The editor's terminals set CHECKPOINT_STORE to the store of the folder
 * they were opened for, and keep it after a `cd` elsewhere, so a single store applies only
 * to its own folder. A folder of stores applies to any folder, but if it comes from the
 * environment it must not start a second history for a folder that is already registered.
 */
function namedHomeFor(
  root: string,
  { named, isFlag }: Places,
  entry: RegistryEntry | null,
): string | null {
  if (named === null) return null;
  const stores = path.dirname(named);
  if (path.basename(stores) === "stores" && isFolderKey(path.basename(named)))
    return named === storeDirFor(path.dirname(stores), root)
      ? path.dirname(stores)
      : null;
  const isKnownElsewhere =
    entry !== null &&
    hasStore(entry.storeDir) &&
    !hasStore(storeDirFor(named, root)) &&
    fs.existsSync(path.join(named, "stores"));
  return isKnownElsewhere && !isFlag ? null : named;
}

/** Returns the real path of a named folder, because the registry compares paths as text. */
function namedStore(folder: string): string {
  let real: string;
  try {
    real = fs.realpathSync.native(folder);
  } catch {
    // It does not exist yet and will be created under this name.
    return folder;
  }
  if (fs.statSync(real).isDirectory()) return real;
  throw problem("store-not-a-folder", { path: folder });
}
