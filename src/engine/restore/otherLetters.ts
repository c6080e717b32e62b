import type { Context } from "../context";
import { ancestorsOf } from "../model/workspacePath";
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
  const { sql } = store.index;
  // Elsewhere each name is a file of its own, and nobody looks through them all.
  const wanted = new Map<string, string>();
  for (const path of paths)
    if (hasOtherLetters(context, path)) wanted.set(folded(path), path);
  if (wanted.size === 0) return [...paths];
  const found = new Set<string>();
  const look = (path: string) => {
    const whole = folded(path);
    for (const at of [...ancestorsOf(whole), whole])
      if (wanted.has(at))
        found.add(path.split("/", at.split("/").length).join("/"));
  };
  for (const pattern of patternsOf([...wanted.values()]))
    sql.each(
      `SELECT p.path FROM path p JOIN version v ON v.path = p.id WHERE p.path LIKE ?1
         AND v.content IS NOT NULL AND (v.died IS NULL OR (v.born <= ?2 AND v.died > ?2))`,
      [pattern, moment],
      ([path]) => look(path as string),
    );
  const isOne = (name: string) =>
    spellingOf(disk, root, name) ===
    spellingOf(disk, root, wanted.get(folded(name))!);
  return [...new Set([...paths, ...[...found].filter(isOne)])];
}

/** More paths than this, and all that is recorded is looked at once. */
const FEW = 10;

/** What SQL takes for a path or what is below it; it knows no case beyond ASCII. */
function patternsOf(paths: readonly string[]): string[] {
  return paths.length > FEW
    ? ["%"]
    : paths.map(
        (path) => path.normalize("NFC").replace(/[^ -~]+|[%_]/g, "%") + "%",
      );
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
