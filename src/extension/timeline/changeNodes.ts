import { changeTree, type ChangeFolder } from "./changeRows";
import type { Changes } from "./changesOf";
import type { ChangeFolderNode, CheckpointOf, TimelineNode } from "./nodes";

/** Past this many files a list of them would only stall the editor: they are a tree. */
const MAX_LISTED = 1000;

/** Of more rows than this in one place the first are shown, and twice as many each time. */
export const FIRST_SHOWN = 1000;

/** The rows below a row; only the first page of them is shown. */
interface Below {
  parent: TimelineNode;
  shown: number;
}

/** Returns the rows of a checkpoint's changed files: below their folders, or as a list. */
export function changeNodes(
  target: CheckpointOf,
  { rows, previous }: Changes,
  { isTree, ...below }: Below & { isTree: boolean },
): TimelineNode[] {
  const { parent } = below;
  if (rows.length === 0) return [{ type: "noChange", parent }];
  const folder =
    isTree || rows.length > MAX_LISTED
      ? changeTree(rows)
      : { path: "", name: "", folders: [], files: rows };
  return nodesIn(folder, { target, listed: rows.length, previous }, below);
}

/** Returns the rows of what is in a folder. */
export function nodesIn(
  { folders, files }: Pick<ChangeFolder, "folders" | "files">,
  {
    target,
    listed,
    previous,
  }: Pick<ChangeFolderNode, "target" | "listed" | "previous">,
  { parent, shown }: Below,
): TimelineNode[] {
  const remaining = folders.length + files.length - shown;
  return [
    ...folders.slice(0, shown).map((folder): TimelineNode => ({
      type: "changeFolder",
      target,
      folder,
      listed,
      previous,
      parent,
    })),
    ...files
      .slice(0, Math.max(0, shown - folders.length))
      .map((change): TimelineNode => ({
        type: "change",
        target,
        change,
        previous,
        parent,
      })),
    ...(remaining > 0
      ? [{ type: "moreFiles", remaining, parent } as const]
      : []),
  ];
}
