import { realDisk, type Disk } from "../base/disk";
import type { Engine } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import { isWithin } from "../engine/model/workspacePath";
import { spellingOf } from "../engine/workspace/safePath";
import type { Context } from "./context";

type Known = Pick<Engine, "root" | "history">;
type Here = Pick<Context, "path" | "fromHere">;

/**
 * Returns a path as it is recorded: a disk that takes `readme` for `README` lets
 * people write either. One that the history knows as it was given is meant.
 */
export function asRecorded(
  engine: Known,
  path: string,
  disk: Disk = realDisk,
): string {
  return known(engine, path, disk) ?? path;
}

/**
 * The same, of a path that must be one: throws `not-found` when neither the
 * history nor the folder has it, for a slip must not look like “no difference”.
 */
export function mustBeKnown(engine: Known, path: string, here: Here): string {
  const found = known(engine, path, realDisk);
  if (found !== null) return found;
  throw new CheckpointError(
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
 * What is listed is named from the workspace folder; somebody who stands below it
 * and gives it just so meant this. Null when that is not it.
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
    ? `From where you are, ${given} is ${here.fromHere(given)}.`
    : null;
}

/** True for a path that the history or the folder has. */
export function isKnown(engine: Known, path: string): boolean {
  return known(engine, path, realDisk) !== null;
}

function known(engine: Known, path: string, disk: Disk): string | null {
  if (path === "" || engine.history(path, { limit: 1 }).length > 0) return path;
  const isThere = disk.lstat(`${engine.root}/${path}`) !== null;
  return isThere ? spellingOf(disk, engine.root, path) : null;
}
