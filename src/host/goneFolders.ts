import fs from "node:fs";
import path from "node:path";
import { allRegistered } from "./registry";
import { hasStore, leadsTo } from "./stores";

/** More than these would hide the one that is meant. */
const MOST = 5;

/**
 * Returns the first few folders that have a history and are no longer there (or a link to this one
 * is), of the same name or from the same place as this one: it may be one of them, moved.
 */
export function goneFolders(dataDir: string, root: string): string[] {
  return allRegistered(dataDir)
    .filter(
      (entry) =>
        entry.root !== root &&
        (path.dirname(entry.root) === path.dirname(root) ||
          path.basename(entry.root) === path.basename(root)) &&
        isThere(entry.storeDir) &&
        (!fs.existsSync(entry.root) || leadsTo(entry.root, root)),
    )
    .map((entry) => entry.root)
    .sort()
    .slice(0, MOST);
}

function isThere(storeDir: string): boolean {
  try {
    return hasStore(storeDir);
  } catch {
    return false; // One that cannot be read is no help to this folder.
  }
}
