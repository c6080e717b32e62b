import type { Context } from "../context";
import { ancestorsOf, isTempName } from "../model/workspacePath";
import { lstatInside } from "../workspace/safePath";
import { SafeWriter } from "../workspace/safeWrite";
import type { Operation } from "./operations";

/** Removes temporary files of a restore that was cut off; the caller holds the lock. */
export function sweepTemps(
  context: Context,
  operations: readonly Operation[],
): void {
  const writer = new SafeWriter(context.disk, context.root);
  for (const temp of findTemps(context, operations)) writer.discard(temp);
}

/** Temporary files beside what the operations are about. */
export function findTemps(
  context: Context,
  operations: readonly Operation[],
): string[] {
  const folders = new Set<string>([""]);
  for (const op of operations)
    for (const folder of ancestorsOf(op.path)) folders.add(folder);
  const temps: string[] = [];
  for (const folder of folders)
    for (const name of namesIn(context, folder))
      if (isTempName(name))
        temps.push(folder === "" ? name : folder + "/" + name);
  return temps;
}

function namesIn({ disk, root }: Context, folder: string): string[] {
  const absolute = folder === "" ? root : root + "/" + folder;
  try {
    // What lies behind a link is somebody else's.
    if (folder !== "" && lstatInside(disk, root, folder)?.kind !== "folder")
      return [];
    return disk.readFolder(absolute).map(({ name }) => name);
  } catch {
    return []; // it cannot be listed now, and keeps nobody from the rest
  }
}
