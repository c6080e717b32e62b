import type { Context } from "../context";
import { baseOf, parentOf } from "../model/workspacePath";
import { lstatInside, spellingOf } from "../workspace/safePath";
import type { Operation } from "./operations";

/**
 * The operations by the names that their files get. On a disk that takes A for a,
 * a file that comes back below src lands in the Src that is there: what else goes
 * from that very place is replaced by it.
 */
export function asPlaced(
  context: Context,
  operations: readonly Operation[],
): Operation[] {
  const placed = new Map(operations.map((op) => [op.path, op]));
  for (const op of operations) {
    if (op.from !== null || op.to === null) continue;
    const path = inItsFolder(context, op.path);
    if (path === op.path) continue;
    const other = placed.get(path);
    // Two files at one place: that fails, and nothing is done.
    if (other && other.to !== null) continue;
    placed.delete(op.path);
    placed.set(path, { path, from: other?.from ?? null, to: op.to });
  }
  return [...placed.values()];
}

function inItsFolder({ disk, root }: Context, path: string): string {
  const folder = parentOf(path);
  if (folder === "") return path;
  try {
    if (lstatInside(disk, root, folder)?.kind !== "folder") return path;
  } catch {
    return path; // whoever writes there says why it cannot be
  }
  return spellingOf(disk, root, folder) + "/" + baseOf(path);
}
