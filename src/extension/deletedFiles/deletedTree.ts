import { baseOf, parentOf } from "../../engine/model/workspacePath";

/** A deleted file, as far as the tree is concerned. */
interface Placed {
  file: { path: string; deletedAt: string };
}

/** A folder with deleted files; `name` may join several (`src/app`). */
export interface DeletedFolder<Row extends Placed> {
  path: string;
  name: string;
  folders: DeletedFolder<Row>[];
  files: Row[];
}

/**
 * Returns deleted files as folders. The folder or file that was deleted last comes first; a folder
 * with one folder in it is joined with it.
 */
export function deletedTree<Row extends Placed>(
  rows: readonly Row[],
): DeletedFolder<Row> {
  const root: DeletedFolder<Row> = {
    ...{ path: "", name: "", folders: [], files: [] },
  };
  const known = new Map([["", root]]);
  const folderAt = (path: string): DeletedFolder<Row> => {
    const found = known.get(path);
    if (found) return found;
    const made: DeletedFolder<Row> = {
      ...{ path, name: baseOf(path), folders: [], files: [] },
    };
    known.set(path, made);
    folderAt(parentOf(path)).folders.push(made);
    return made;
  };
  for (const row of rows) folderAt(parentOf(row.file.path)).files.push(row);
  return { ...root, folders: inOrder(root.folders.map(joined)) };
}

/** All files of a folder, at any depth. */
export function deletedBelow<Row extends Placed>({
  files,
  folders,
}: DeletedFolder<Row>): Row[] {
  return [...files, ...folders.flatMap((each) => deletedBelow(each))];
}

/** When the last file of a folder was deleted. */
export function latestIn<Row extends Placed>(
  folder: DeletedFolder<Row>,
): string {
  return deletedBelow(folder)
    .map(({ file }) => file.deletedAt)
    .reduce((a, b) => (a > b ? a : b), "");
}

function joined<Row extends Placed>(
  folder: DeletedFolder<Row>,
): DeletedFolder<Row> {
  const folders = inOrder(folder.folders.map(joined));
  const [only] = folders;
  if (only && folders.length === 1 && folder.files.length === 0)
    return { ...only, name: `${folder.name}/${only.name}` };
  return { ...folder, folders };
}

function inOrder<Row extends Placed>(
  folders: DeletedFolder<Row>[],
): DeletedFolder<Row>[] {
  const latest = new Map(folders.map((each) => [each, latestIn(each)]));
  return folders.sort(
    (a, b) =>
      latest.get(b)!.localeCompare(latest.get(a)!) ||
      (a.path < b.path ? -1 : 1),
  );
}
