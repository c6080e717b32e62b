import fs from "node:fs";
import path from "node:path";
import { homeDir, withHome } from "../base/homeDir";
import { CheckpointError } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import { dataDir, type Env } from "./dataDir";
import { readRegistry } from "./registry";
import { hasStore, realRoot, storeDirFor } from "./stores";

/** Where a workspace folder's history is, and who says so. */
export interface Location {
  root: string;
  storeDir: string;
  /** The folder that holds `stores/`. */
  home: string;
  /** The platform's folder for our own data: the registry, `config.json`. */
  dataDir: string;
  /** True when the caller named the store; such a choice is not remembered. */
  isExplicit: boolean;
  /** The settings that the folder's main recorder works by, when it told them. */
  settings: Partial<EngineSettings> | null;
}

export interface LocateRequest {
  /** The folder to record; default: the nearest at or above `cwd` with a store. */
  workspace?: string | undefined;
  /** The folder that holds `stores/`; default: the environment, then the registry. */
  store?: string | undefined;
  /** Where a new store goes when nobody says otherwise: the editor's own storage. */
  newStores?: string | undefined;
  env: Env;
  cwd: string;
  platform?: NodeJS.Platform | undefined;
}

/**
 * Finds a workspace folder and its store: the flag, then CHECKPOINT_STORE, then
 * what the registry says, then the data folder.
 */
export function locate(request: LocateRequest): Location {
  const { env, cwd } = request;
  const data = dataDir(env, request.platform ?? process.platform, homeDir());
  const named = request.store || env["CHECKPOINT_STORE"];
  const places: Places = {
    dataDir: data,
    named: named ? namedStore(path.resolve(cwd, withHome(named))) : null,
    newStores: request.newStores ?? data,
  };
  if (request.workspace === "")
    throw new CheckpointError("bad-input", "--workspace names no folder.");
  const root = request.workspace
    ? realRoot(path.resolve(cwd, withHome(request.workspace)))
    : findWorkspace(realRoot(cwd), places);
  return place(root, places);
}

interface Places {
  dataDir: string;
  named: string | null;
  newStores: string;
}

/** Returns the nearest folder at or above that has a store, else the folder itself. */
function findWorkspace(folder: string, places: Places): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (hasStore(place(at, places).storeDir)) return at;
    if (path.dirname(at) === at) return folder;
  }
}

function place(root: string, places: Places): Location {
  const { dataDir: data, named, newStores } = places;
  const entry = readRegistry(data, root);
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
  // An entry whose store is gone (an editor removed with its storage) says nothing.
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

/** One store, one spelling: the registry compares these as text. */
function namedStore(folder: string): string {
  let real: string;
  try {
    real = fs.realpathSync.native(folder);
  } catch {
    // Not made yet; it will be, under the name it was given.
    return folder;
  }
  if (fs.statSync(real).isDirectory()) return real;
  throw new CheckpointError("bad-input", `${folder} is not a folder.`, {
    hint: "--store and CHECKPOINT_STORE name the folder that histories are kept in.",
    data: { path: folder },
  });
}
