import { realDisk, type Disk } from "../base/disk";
import type { Engine } from "../engine/api";
import { spellingOf } from "../engine/workspace/safePath";

/**
 * Returns a path as it is recorded: a disk that takes `readme` for `README` lets
 * people write either. One that the history knows as it was given is meant.
 */
export function asRecorded(
  engine: Pick<Engine, "root" | "history">,
  path: string,
  disk: Disk = realDisk,
): string {
  if (path === "" || engine.history(path, { limit: 1 }).length > 0) return path;
  const isThere = disk.lstat(`${engine.root}/${path}`) !== null;
  return isThere ? spellingOf(disk, engine.root, path) : path;
}
