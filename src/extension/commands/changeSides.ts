import type { Layer } from "../../engine/model/version";
import type { ChangeRow } from "../views/changeRows";

/** A file in a comparison: as it is on which side, and which layer of it. */
export interface ShownFile {
  side: "left" | "right";
  path: string;
  layer: Layer;
}

/**
 * Returns the changes that are shown beside the files as they are now. An editor
 * shows its unsaved text in the place of the file: where the file changed too,
 * one comparison has both. Where it is gone, nothing is left to compare with.
 */
export function rowsBesideNow(rows: readonly ChangeRow[]): ChangeRow[] {
  const disk = rows.filter((row) => !row.isUnsaved);
  const changed = new Set(disk.map(({ path }) => path));
  const gone = new Set(
    disk.map(({ path, from, status }) => (status === "deleted" ? path : from)),
  );
  return rows.filter(({ path, status, isUnsaved }) => {
    if (!isUnsaved) return true;
    return status === "deleted" ? !gone.has(path) : !changed.has(path);
  });
}

/** Returns what stands left and right of a change; undefined where nothing does. */
export function changeSides(
  { path, from, status, isUnsaved }: ChangeRow,
  { isNow }: { isNow: boolean },
): [left: ShownFile | undefined, right: ShownFile | undefined] {
  const left = (at: string, layer: Layer = "disk"): ShownFile => ({
    ...{ side: "left", path: at, layer },
  });
  const right = (at: string, layer: Layer = "disk"): ShownFile => ({
    ...{ side: "right", path: at, layer },
  });
  if (isUnsaved && status === "deleted")
    return [left(path, "unsaved"), right(path)];
  // An unsaved text is told from the file it was not saved to. Of now there is
  // no such file to show: the editor has the text in its place.
  if (isUnsaved)
    return [isNow ? left(path) : right(path), right(path, "unsaved")];
  return [
    status === "added" ? undefined : left(from ?? path),
    status === "deleted" ? undefined : right(path),
  ];
}
