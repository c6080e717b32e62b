import type { Source } from "../../engine/model/checkpoint";
import { isAgent } from "../../engine/model/sources";
import type { StripFolder } from "./protocol";

/** A row of the strip: a folder's name if there are several, or an author. */
export type LaneRow =
  | { type: "folder"; folder: StripFolder }
  | { type: "lane"; folder: StripFolder; source: Source };

/**
 * Returns the rows of the strip. Which authors have one depends on the whole history, so that rows
 * do not come and go while somebody zooms.
 */
export function laneRows(
  shown: readonly StripFolder[],
  overview: readonly StripFolder[],
): LaneRow[] {
  return shown.flatMap((folder) => {
    const all = overview.find(({ key }) => key === folder.key);
    const sources = new Set([
      ...(all?.lanes ?? []).map(({ source }) => source),
      ...folder.lanes.map(({ source }) => source),
    ]);
    const lanes = [...sources]
      .sort((a, b) => rank(a) - rank(b))
      .map((source): LaneRow => ({ type: "lane", folder, source }));
    return shown.length > 1 ? [{ type: "folder", folder }, ...lanes] : lanes;
  });
}

/** The person first, then agents in the order in which they come, then what nobody in particular did. */
function rank(source: Source): number {
  if (source === "editor") return 0;
  if (isAgent(source)) return 1;
  return 2 + ["git", "outside", "restore"].indexOf(source);
}
