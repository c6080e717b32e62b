import type { Layer } from "../../engine/model/version";
import type { ChangeRow } from "../timeline/changeRows";

/** A file in a comparison: which side it is on, and which layer of it is shown. */
export interface ShownFile {
  side: "left" | "right";
  path: string;
  layer: Layer;
}

/**
 * Returns the changes to show next to the current files. An editor shows its unsaved text in place
 * of the file, so if the file changed too, one comparison covers both. If the file is gone, there
 * is nothing to compare with.
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

/** Returns the left and right sides of a change; undefined for a side without a file. */
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
  // Unsaved text is compared with its saved file. In the current state there is no such file to
  // show, because the editor shows the text in its place.
  if (isUnsaved)
    return [isNow ? left(path) : right(path), right(path, "unsaved")];
  return [
    status === "added" ? undefined : left(from ?? path),
    status === "deleted" ? undefined : right(path),
  ];
}
