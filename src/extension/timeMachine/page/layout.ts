import type { LaneRow } from "../laneRows";

/** Heights in pixels of what the strip consists of, from top to bottom. */
export const FLAGS = 20;
export const FOLDER = 20;
export const EVENTS = 16;
export const CHECKS = 16;
export const AXIS = 18;
const LOWEST_LANE = 15;
const HIGHEST_LANE = 44;

/** Where each part of the strip is. */
export interface StripLayout {
  width: number;
  height: number;
  rows: { row: LaneRow; top: number; height: number }[];
  eventsTop: number;
  checksTop: number | null;
  axisTop: number;
}

/** Divides the height among the lanes; where it is too little, the strip scrolls. */
export function layoutOf(
  rows: readonly LaneRow[],
  hasChecks: boolean,
  width: number,
  height: number,
): StripLayout {
  const lanes = rows.filter(({ type }) => type === "lane").length;
  const fixed =
    FLAGS +
    EVENTS +
    (hasChecks ? CHECKS : 0) +
    AXIS +
    FOLDER * (rows.length - lanes);
  const lane = Math.min(
    HIGHEST_LANE,
    Math.max(LOWEST_LANE, Math.floor((height - fixed) / Math.max(1, lanes))),
  );
  let top = FLAGS;
  const placed = rows.map((row) => {
    const own = { row, top, height: row.type === "lane" ? lane : FOLDER };
    top += own.height;
    return own;
  });
  const eventsTop = top;
  top += EVENTS;
  const checksTop = hasChecks ? top : null;
  if (hasChecks) top += CHECKS;
  return {
    width,
    height: top + AXIS,
    rows: placed,
    ...{ eventsTop, checksTop, axisTop: top },
  };
}
