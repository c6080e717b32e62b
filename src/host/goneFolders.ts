import fs from "node:fs";
import path from "node:path";
import { allRegistered } from "./registry";
import { hasStore, leadsTo } from "./stores";

/** A longer list would not help to find the right one. */
const MOST = 5;

/**
 * Returns a few folders this one may have been moved from: they have a history and this
 * folder's name or parent, and either no longer exist or are now a link to this folder.
 */
export function goneFolders(dataDir: string, root: string): string[] {
  return allRegistered(dataDir)
    .filter(
      (entry) =>
        entry.root !== root &&
        (path.dirname(entry.root) === path.dirname(root) ||
          path.basename(entry.root) === path.basename(root)) &&
        hasReadableStore(entry.storeDir) &&
        (!fs.existsSync(entry.root) || leadsTo(entry.root, root)),
    )
    .map((entry) => entry.root)
    .sort()
    .slice(0, MOST);
}

function hasReadableStore(storeDir: string): boolean {
  try {
    return hasStore(storeDir);
  } catch {
    return false; // an unreadable store is no use to this folder
  }
}
