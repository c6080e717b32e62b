import fs from "node:fs";
import path from "node:path";
import { isErrno } from "../base/disk";
import { realDisk } from "../base/realDisk";
import { problem } from "../engine/model/errors";
import { explainOpenError } from "../engine/store/explainOpenError";
import { folderKey } from "./folderKey";

/** Returns the path of a workspace folder's store: `<home>/stores/<key>`. */
export function storeDirFor(home: string, root: string): string {
  return path.join(home, "stores", folderKey(root));
}

/** Returns the real path of a folder; throws `not-found` or `bad-input`. */
export function realRoot(folder: string): string {
  try {
    const root = fs.realpathSync.native(folder);
    if (fs.statSync(root).isDirectory()) return root;
  } catch (error) {
    throw problem("no-such-folder", { path: folder }, error);
  }
  throw problem("not-a-folder", { path: folder });
}

/** True if a path resolves to `root`, which is a real path. */
export function leadsTo(path: string, root: string): boolean {
  try {
    return fs.realpathSync.native(path) === root;
  } catch {
    return false; // it does not exist
  }
}

/**
 * True if there is a store, even a damaged one without its format file. Throws `io` if
 * that cannot be determined: an unreadable history must not be taken for a missing one.
 */
export function hasStore(storeDir: string): boolean {
  return ["format.json", "journal"].some((name) => {
    const file = path.join(storeDir, name);
    try {
      return fs.statSync(file, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (isErrno(error, "ENOTDIR", "ELOOP")) return false;
      throw explainOpenError(realDisk, error, file);
    }
  });
}
