import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isErrno, realDisk } from "../base/disk";
import { CheckpointError } from "../engine/model/errors";
import { unreachable } from "../engine/store/unreachable";

/** Returns the folder of a workspace's store below a home: `<home>/stores/<key>`. */
export function storeDirFor(home: string, root: string): string {
  return path.join(home, "stores", folderKey(root));
}

/**
 * Returns the name a workspace folder goes by among stores: its own name, for
 * people, and a short hash of its whole path, which makes it unique. `root`
 * is the real path (`realRoot`), so that one folder has one key.
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

/** Returns the real path of a folder; throws `not-found` or `bad-input`. */
export function realRoot(folder: string): string {
  try {
    const root = fs.realpathSync.native(folder);
    if (fs.statSync(root).isDirectory()) return root;
  } catch (error) {
    throw new CheckpointError("not-found", `There is no folder ${folder}.`, {
      hint: "Give the folder to record with --workspace, or go there first.",
      data: { path: folder },
      cause: error,
    });
  }
  throw new CheckpointError("bad-input", `${folder} is not a folder.`, {
    hint: "Checkpoint records folders; give the folder the file is in.",
    data: { path: folder },
  });
}

/** True when a path is a way to this very folder, given by its real path. */
export function leadsTo(path: string, root: string): boolean {
  try {
    return fs.realpathSync.native(path) === root;
  } catch {
    return false; // nothing is there
  }
}

/**
 * True when a store was made there, also when damage has taken its format file.
 * Throws `io` when that cannot be told: a history that may not be read is not
 * one that is missing.
 */
export function hasStore(storeDir: string): boolean {
  return ["format.json", "journal"].some((name) => {
    const file = path.join(storeDir, name);
    try {
      return fs.statSync(file, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (isErrno(error, "ENOTDIR", "ELOOP")) return false;
      throw unreachable(realDisk, error, file);
    }
  });
}
