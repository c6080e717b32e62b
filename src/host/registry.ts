import fs from "node:fs";
import path from "node:path";
import { parseSettings, type EngineSettings } from "../engine/model/settings";
import { readSmallFile, writePrivateFile } from "./privateFile";
import { folderKey } from "./folderKey";

/**
 * An entry of the registry, which maps a workspace folder to its store and to the
 * settings of its main recorder. With it, the command and the MCP server find the
 * editor's store from any shell and use it with the editor's settings. There is one
 * file per folder, so that processes working on different folders never conflict.
 */
export interface RegistryEntry {
  root: string;
  storeDir: string;
  settings: Partial<EngineSettings> | null;
}

/** Returns a folder's entry, or null if there is none or it is unreadable. */
export function readRegistry(
  dataDir: string,
  root: string,
): RegistryEntry | null {
  const entry = readEntry(entryFile(dataDir, root));
  return entry?.root === root ? entry : null;
}

/** Registers a folder's store. If no settings are given, the registered ones are kept. */
export function register(
  dataDir: string,
  entry: Omit<RegistryEntry, "settings"> & {
    settings?: Partial<EngineSettings> | null;
  },
): void {
  const known = readRegistry(dataDir, entry.root);
  const isSame = known?.storeDir === entry.storeDir;
  const settings = entry.settings ?? (isSame ? known.settings : null);
  const next: RegistryEntry = {
    root: entry.root,
    storeDir: entry.storeDir,
    settings,
  };
  // Every open calls this, so write the file only if something changed.
  if (JSON.stringify(next) === JSON.stringify(known)) return;
  writePrivateFile(
    entryFile(dataDir, entry.root),
    JSON.stringify(next, null, 2) + "\n",
  );
}

export function unregister(dataDir: string, root: string): void {
  fs.rmSync(entryFile(dataDir, root), { force: true });
}

/** Returns every readable entry, in no particular order. */
export function allRegistered(dataDir: string): RegistryEntry[] {
  const folder = path.join(dataDir, "registry");
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readEntry(path.join(folder, name)))
    .filter((entry) => entry !== null);
}

function entryFile(dataDir: string, root: string): string {
  return path.join(dataDir, "registry", `${folderKey(root)}.json`);
}

function readEntry(file: string): RegistryEntry | null {
  try {
    const value: unknown = JSON.parse(readSmallFile(file) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { root, storeDir, settings } = value as Record<string, unknown>;
    if (typeof root !== "string" || typeof storeDir !== "string") return null;
    if (!path.isAbsolute(root) || !path.isAbsolute(storeDir)) return null;
    return { root, storeDir, settings: readSettings(settings) };
  } catch {
    // The registry is a convenience: with a damaged entry the default location is
    // used, and the next open rewrites the entry.
    return null;
  }
}

/** Returns valid settings, or null: the store can be found without them. */
function readSettings(value: unknown): Partial<EngineSettings> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return null;
  try {
    parseSettings(value);
    return value;
  } catch {
    return null; // the editor rewrites them when it opens the folder
  }
}
