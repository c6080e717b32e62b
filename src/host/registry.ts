import fs from "node:fs";
import path from "node:path";
import { parseSettings, type EngineSettings } from "../engine/model/settings";
import { readSmallFile, writePrivateFile } from "./privateFile";
import { folderKey } from "./stores";

/**
 * The registry: which store holds a workspace folder's history, and by which
 * settings its main recorder works, so that the command and the MCP server
 * find and treat the editor's store as the editor does, from any shell. One
 * file per folder, so that several writers never meet.
 */
export interface RegistryEntry {
  root: string;
  storeDir: string;
  settings: Partial<EngineSettings> | null;
}

/** Returns what is known of a folder, or null; an unreadable entry counts as none. */
export function readRegistry(
  dataDir: string,
  root: string,
): RegistryEntry | null {
  const entry = readEntry(entryFile(dataDir, root));
  return entry?.root === root ? entry : null;
}

/** Remembers a folder's store; without settings, those already known stay. */
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
  // Written only when it says something new: every open comes by here.
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
    // A registry is a convenience: a damaged entry must not keep anybody from
    // the default place, and the next open writes it anew.
    return null;
  }
}

/** Settings that cannot be read count as none: the store is found without them. */
function readSettings(value: unknown): Partial<EngineSettings> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return null;
  try {
    parseSettings(value);
    return value;
  } catch {
    return null; // The editor writes them anew when it opens the folder.
  }
}
