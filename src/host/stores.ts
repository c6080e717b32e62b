import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isErrno } from "../base/disk";
import { realDisk } from "../base/realDisk";
import { problem } from "../engine/model/errors";
import { explainOpenError } from "../engine/store/explainOpenError";

/** Returns the path of a workspace folder's store: `<home>/stores/<key>`. */
export function storeDirFor(home: string, root: string): string {
  return path.join(home, "stores", folderKey(root));
}

/**
 * Returns a workspace folder's key, the name of its store: the folder's name, for people
 * to recognise, and a short hash of its full path, to make it unique. `root` must be the
 * real path (`realRoot`), so that one folder has one key.
 */
export function folderKey(root: string): string {
  const name = path
    .basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return `${name || "folder"}-${hash}`;
}

/** True if the name has the form that `folderKey` returns. */
export function isFolderKey(name: string): boolean {
  return /^[a-z0-9-]+-[0-9a-f]{16}$/.test(name);
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
