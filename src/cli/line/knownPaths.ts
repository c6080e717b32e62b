import type { Disk } from "../../base/disk";
import { realDisk } from "../../base/realDisk";
import type { Engine } from "../../engine/api";
import { isWithin, workspacePath } from "../../engine/model/workspacePath";
import { spellingOf } from "../../engine/workspace/safePath";
import type { Context } from "../context";
import { SaidError } from "../../wording/said";

type Known = Pick<Engine, "root" | "history">;
type Here = Pick<Context, "path" | "fromHere">;

/**
 * Returns a path in its recorded spelling, because on a case-insensitive disk users may type either
 * `readme` or `README`. A path that the history knows as typed is returned unchanged.
 */
export function asRecorded(
  engine: Known,
  path: string,
  disk: Disk = realDisk,
): string {
  return known(engine, path, disk) ?? path;
}

/**
 * Like `asRecorded`, but throws `not-found` if neither the history nor the folder has the path: a
 * typo must not look like “no difference”.
 */
export function mustBeKnown(engine: Known, path: string, here: Here): string {
  const found = known(engine, path, realDisk);
  if (found !== null) return found;
  throw new SaidError(
    "not-found",
    `${path} is neither in the history nor in the folder.`,
    {
      hint:
        fromRootHint(engine, path, here) ??
        "Check the path; nothing was changed.",
      data: { path },
    },
  );
}

/**
 * Lists show paths relative to the workspace folder, and a user in a subfolder may paste one as it
 * is. Returns the path with that meaning, or null if it does not exist.
 */
export function fromRootHint(
  engine: Known,
  path: string,
  here: Here,
): string | null {
  const folder = here.path(".");
  const given = path.slice(folder.length + 1);
  if (folder === "" || !isWithin(path, folder) || given === "") return null;
  return isKnown(engine, given)
    ? `Relative to the current directory it is ${here.fromHere(given)}.`
    : null;
}

/** True if the history or the folder has this path. */
export function isKnown(engine: Known, path: string): boolean {
  return known(engine, path, realDisk) !== null;
}

function known(engine: Known, path: string, disk: Disk): string | null {
  if (path === "" || engine.history(path, { limit: 1 }).length > 0) return path;
  const isThere = disk.lstat(`${engine.root}/${path}`) !== null;
  return isThere ? spellingOf(disk, engine.root, workspacePath(path)) : null;
}
