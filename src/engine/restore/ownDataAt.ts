import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import { childOf } from "../model/workspacePath";
import { heldAt } from "../store/index/queries/snapshots";
import { hasPathBelow } from "../store/index/queries/versions";
import { isFormat, parseObject, storeFolderOf } from "../workspace/ownData";

/**
 * Returns a predicate for paths that are part of Checkpoint's own data, on disk or
 * in the recorded moment. Earlier versions recorded the stores of other folders.
 */
export function ownDataAt(
  context: Context,
  moment: number,
): (path: WorkspacePath) => boolean {
  const asked = new Map<WorkspacePath, boolean>();
  return (path) => {
    if (context.ownData.folderOf(path) !== null) return true;
    const folder = storeFolderOf(path);
    if (folder === null) return false;
    let answer = asked.get(folder);
    if (answer === undefined)
      asked.set(folder, (answer = wasStore(context, moment, folder)));
    return answer;
  };
}

function wasStore(
  { store }: Context,
  moment: number,
  folder: WorkspacePath,
): boolean {
  const { index } = store;
  if (!hasPathBelow(index, childOf(folder, "journal"))) return false;
  return [moment, index.lastMoment].some((at) => {
    const held = heldAt(index, at, childOf(folder, "format.json"), "disk");
    if (held === null) return false;
    try {
      return isFormat(parseObject(store.contents.read(held.hash)));
    } catch {
      return true; // unknown, but next to a journal
    }
  });
}
