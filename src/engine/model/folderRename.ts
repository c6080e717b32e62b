import type { FolderRename } from "../../answers/deed";
import { baseOf, parentOf } from "./workspacePath";

/** Paths and the hashes of their contents. */
type Hashes = ReadonlyMap<string, string>;

/**
 * Returns the rename of a file or folder that turns the deleted files into the added
 * ones, or null. The contents must be the same: a file that was also edited is more
 * than a rename.
 */
export function folderRename(
  deleted: Hashes,
  added: Hashes,
): FolderRename | null {
  if (deleted.size === 0 || deleted.size !== added.size) return null;
  const [from, to] = sidesOf([...deleted.keys()], [...added.keys()]);
  if (from === to || from === "" || to === "") return null;
  const isMoved = [...deleted].every(
    ([path, hash]) => added.get(to + path.slice(from.length)) === hash,
  );
  return isMoved ? { from, to } : null;
}

/** The deepest folder with all files on each side, without the names that both end with. */
function sidesOf(
  deleted: readonly string[],
  added: readonly string[],
): [from: string, to: string] {
  if (deleted.length === 1) return [deleted[0]!, added[0]!];
  let [from, to] = [commonFolder(deleted), commonFolder(added)];
  const above = (): [string, string] => [parentOf(from), parentOf(to)];
  while (!above().includes("") && baseOf(from) === baseOf(to))
    [from, to] = above();
  return [from, to];
}

function commonFolder(paths: readonly string[]): string {
  let folder = parentOf(paths[0]!);
  for (const path of paths)
    while (folder !== "" && !path.startsWith(folder + "/"))
      folder = parentOf(folder);
  return folder;
}
