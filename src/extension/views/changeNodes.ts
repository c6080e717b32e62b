import { changeTree, type ChangeFolder } from "./changeRows";
import type { Changes } from "./changesOf";
import type { ChangeFolderNode, CheckpointOf, TimelineNode } from "./nodes";

/** Past this many files a list of them would only stall the editor: they are a tree. */
const MAX_LISTED = 1000;

/** Returns the rows of a checkpoint's changed files: below their folders, or as a list. */
export function changeNodes(
  target: CheckpointOf,
  { rows, previous }: Changes,
  { parent, isTree }: { parent: TimelineNode; isTree: boolean },
): TimelineNode[] {
  if (rows.length === 0) return [{ type: "noChange", parent }];
  const folder =
    isTree || rows.length > MAX_LISTED
      ? changeTree(rows)
      : { path: "", name: "", folders: [], files: rows };
  return nodesIn(folder, { target, previous }, parent);
}

/** Returns the rows of what is in a folder. */
export function nodesIn(
  { folders, files }: Pick<ChangeFolder, "folders" | "files">,
  { target, previous }: Pick<ChangeFolderNode, "target" | "previous">,
  parent: TimelineNode,
): TimelineNode[] {
  return [
    ...folders.map((folder): TimelineNode => ({
      type: "changeFolder",
      target,
      folder,
      previous,
      parent,
    })),
    ...files.map((change): TimelineNode => ({
      type: "change",
      target,
      change,
      previous,
      parent,
    })),
  ];
}
