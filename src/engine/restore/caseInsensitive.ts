import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, baseOf, childOf, parentOf } from "../model/workspacePath";
import { eachPathLike } from "../store/index/queries/versions";
import {
  folded,
  isFoundInOtherCase,
  lstatInside,
  spellingOf,
} from "../workspace/safePath";
import type { Operation } from "./operations";

/**
 * On a case-insensitive disk, adds to the paths of a scope the spellings that the
 * same files and folders had at a moment, and have now. A folder renamed from src
 * to Src is still the same folder there, not one created since.
 */
export function withOtherSpellings(
  context: Context,
  moment: number,
  paths: readonly WorkspacePath[],
): WorkspacePath[] {
  const { disk, root, store } = context;
  // On a case-sensitive disk every spelling is a different file, so there is
  // nothing to search for.
  const wanted = new Map<string, WorkspacePath>();
  for (const path of paths)
    if (hasOtherSpelling(context, path)) wanted.set(folded(path), path);
  if (wanted.size === 0) return [...paths];
  const found = new Set<WorkspacePath>();
  const look = (path: WorkspacePath) => {
    for (const at of [...ancestorsOf(path), path])
      if (wanted.has(folded(at))) found.add(at);
  };
  for (const pattern of patternsOf([...wanted.values()]))
    eachPathLike(store.index, pattern, moment, look);
  const isOne = (name: WorkspacePath) =>
    spellingOf(disk, root, name) ===
    spellingOf(disk, root, wanted.get(folded(name))!);
  return [...new Set([...paths, ...[...found].filter(isOne)])];
}

/** With more paths than this, everything recorded is searched once instead. */
const FEW = 10;

/** LIKE patterns for the path and everything below it; SQLite folds case only for ASCII. */
function patternsOf(paths: readonly string[]): string[] {
  return paths.length > FEW
    ? ["%"]
    : paths.map(
        (path) => path.normalize("NFC").replace(/[^ -~]+|[%_]/g, "%") + "%",
      );
}

function hasOtherSpelling(
  { disk, root }: Context,
  path: WorkspacePath,
): boolean {
  try {
    if (isFoundInOtherCase(disk, root, path)) return true;
    // On Linux, that was all there is to find.
    return (
      process.platform !== "linux" && spellingOf(disk, root, path) !== path
    );
  } catch {
    return false; // in a folder that cannot be entered
  }
}

/**
 * Renames operations to the spelling their files will end up with. On a
 * case-insensitive disk, a file restored below src lands in an existing Src, where
 * it may replace a file that another operation deletes.
 */
export function withDiskSpelling(
  context: Context,
  operations: readonly Operation[],
): Operation[] {
  const placed = new Map(operations.map((op) => [op.path, op]));
  for (const op of operations) {
    if (op.from !== null || op.to === null) continue;
    const path = spelledLikeFolder(context, op.path);
    if (path === op.path) continue;
    const other = placed.get(path);
    // Two files for one path: the write fails and nothing is changed.
    if (other && other.to !== null) continue;
    placed.delete(op.path);
    placed.set(path, { path, from: other?.from ?? null, to: op.to });
  }
  return [...placed.values()];
}

function spelledLikeFolder(
  { disk, root }: Context,
  path: WorkspacePath,
): WorkspacePath {
  const folder = parentOf(path);
  if (folder === "") return path;
  try {
    if (lstatInside(disk, root, folder)?.kind !== "folder") return path;
  } catch {
    return path; // the write itself reports why
  }
  return childOf(spellingOf(disk, root, folder), baseOf(path));
}
