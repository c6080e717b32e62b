import fs from "node:fs";
import path from "node:path";
import { CheckpointError } from "../engine/model/errors";
import type { Location } from "./locate";
import { readRegistry, unregister } from "./registry";
import { folderKey, hasStore, storeDirFor } from "./stores";

/**
 * Gives the history of a folder that was moved to the folder it is now: the
 * store goes where the new folder's is looked for, and a store that is there is
 * set aside. Returns its new place; opening it with `adopt` completes it.
 */
export function takeOverStore(location: Location, from: string): string {
  const { root, storeDir, home, dataDir } = location;
  const old = path.resolve(from);
  if (fs.existsSync(old))
    throw new CheckpointError(
      "refused",
      `${old} is still there, and its history is its own.`,
      {
        hint: "A copy begins a history of its own; to bring old states along, export and import them.",
        data: { path: old },
      },
    );
  const entry = readRegistry(dataDir, old);
  const places = [entry?.storeDir, storeDirFor(home, old)];
  const found = places.find((place) => place !== undefined && hasStore(place));
  if (found === undefined)
    throw new CheckpointError("not-found", `No history of ${old} is known.`, {
      hint: "Give the whole path that the folder had before it was moved.",
      data: { path: old },
    });
  // Nothing of a history is ever deleted here; its folder gets another name.
  if (hasStore(storeDir))
    fs.renameSync(storeDir, `${storeDir}.set-aside-${Date.now()}`);
  const target = path.join(path.dirname(found), folderKey(root));
  fs.renameSync(found, target);
  unregister(dataDir, old);
  return target;
}
