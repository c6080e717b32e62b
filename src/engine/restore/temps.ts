import type { Context } from "../context";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, childOf, isTempName } from "../model/workspacePath";
import { lstatInside } from "../workspace/safePath";
import { SafeWriter } from "../workspace/safeWrite";
import type { Operation } from "./operations";

/** Removes temporary files of an interrupted restore. The caller holds the lock. */
export function sweepTemps(
  context: Context,
  operations: readonly Operation[],
): void {
  const writer = new SafeWriter(
    context.disk,
    context.root,
    context.modes,
    process.platform,
    context.ownData,
  );
  for (const temp of findTemps(context, operations)) writer.discard(temp);
}

/** Finds temporary files next to the paths of the operations. */
export function findTemps(
  context: Context,
  operations: readonly Operation[],
): WorkspacePath[] {
  const folders = new Set<WorkspaceFolder>([""]);
  for (const op of operations)
    for (const folder of ancestorsOf(op.path)) folders.add(folder);
  const temps: WorkspacePath[] = [];
  for (const folder of folders)
    for (const name of namesIn(context, folder))
      if (isTempName(name)) temps.push(childOf(folder, name));
  return temps;
}

function namesIn({ disk, root }: Context, folder: WorkspaceFolder): string[] {
  const absolute = folder === "" ? root : root + "/" + folder;
  try {
    // What is behind a link does not belong to this folder.
    if (folder !== "" && lstatInside(disk, root, folder)?.kind !== "folder")
      return [];
    return disk.readFolder(absolute).map(({ name }) => name);
  } catch {
    return []; // cannot be listed now, which must not block the rest
  }
}
