import type { Context } from "../context";
import { ancestorsOf } from "../model/workspacePath";
import { eachAt } from "../store/states";
import { folded, isFoundOtherwise, spellingOf } from "../workspace/safePath";

/**
 * Adds to the paths of a scope what the same files and folders were called at a
 * moment, and are recorded as now, on a disk that takes A for a: there a folder
 * that was renamed from src to Src is still that folder, and none made since.
 */
export function withOtherLetters(
  context: Context,
  moment: number,
  paths: readonly string[],
): string[] {
  const { disk, root, store } = context;
  const { sql, lastMoment } = store.index;
  // Elsewhere each name is a file of its own, and nobody looks through them all.
  const wanted = new Map<string, string>();
  for (const path of paths)
    if (hasOtherLetters(context, path)) wanted.set(folded(path), path);
  if (wanted.size === 0) return [...paths];
  const found = new Set<string>();
  const look = ({ path }: { path: string }) => {
    const whole = folded(path);
    for (const at of [...ancestorsOf(whole), whole])
      if (wanted.has(at))
        found.add(path.split("/", at.split("/").length).join("/"));
  };
  for (const n of [moment, lastMoment]) eachAt(sql, n, "", look);
  const isOne = (name: string) =>
    spellingOf(disk, root, name) ===
    spellingOf(disk, root, wanted.get(folded(name))!);
  return [...new Set([...paths, ...[...found].filter(isOne)])];
}

function hasOtherLetters({ disk, root }: Context, path: string): boolean {
  try {
    return (
      spellingOf(disk, root, path) !== path ||
      isFoundOtherwise(disk, root, path)
    );
  } catch {
    return false; // in a folder that may not be entered
  }
}
