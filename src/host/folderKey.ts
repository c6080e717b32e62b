import { createHash } from "node:crypto";
import path from "node:path";

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
