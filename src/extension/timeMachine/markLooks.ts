import type { MarkKind } from "../../answers/timeline";

/** Where marks of a kind are shown: as flags above the lanes, or in a row below them. */
export type MarkRow = "flags" | "events" | "checks";

export interface MarkLook {
  row: MarkRow;
  /** The shape is different for each kind: colour is never the only sign. */
  shape: string;
  /** A colour of the theme. */
  color: string;
  /** Of several in one place the one with the lowest is shown on top. */
  rank: number;
}

const FOREGROUND = "foreground";
const DIMMED = "descriptionForeground";

/** Shapes are drawn around 0, 0 and within 5 units of it. */
export const markLooks: Readonly<Record<MarkKind, MarkLook>> = {
  feature: {
    ...{ row: "flags", rank: 0, color: "checkpoint.named" },
    shape:
      "M0-5 1.5-1.6 5-1.5 2.3.8 3.2 4.5 0 2.4-3.2 4.5-2.3.8-5-1.5-1.5-1.6z",
  },
  named: {
    ...{ row: "flags", rank: 1, color: "checkpoint.named" },
    shape: "M-3-5H4L2-2 4 1H-2V5H-3z",
  },
  git: {
    ...{ row: "flags", rank: 2, color: "checkpoint.author.git" },
    shape: "M0-5 5 0 0 5-5 0zM0-3-3 0 0 3 3 0z",
  },
  restore: {
    ...{ row: "flags", rank: 3, color: "checkpoint.author.restore" },
    shape: "M-5 0-1-4V-1.5H1A3.5 3.5 0 0 1 1 5H-2V3.5H1A2 2 0 0 0 1 1.5H-1V4z",
  },
  prompt: {
    ...{ row: "events", rank: 4, color: FOREGROUND },
    shape: "M-3-4 2 0-3 4-3 2-.5 0-3-2z",
  },
  guard: {
    ...{ row: "events", rank: 5, color: DIMMED },
    shape: "M0-4.5 4-3V0C4 2.5 2 4 0 5-2 4-4 2.5-4 0V-3z",
  },
  session: {
    ...{ row: "events", rank: 6, color: DIMMED },
    shape: "M-.75-4.5H.75V4.5H-.75z",
  },
  failed: {
    ...{ row: "checks", rank: 0, color: "errorForeground" },
    shape: "M-4-3-3-4 0-1 3-4 4-3 1 0 4 3 3 4 0 1-3 4-4 3-1 0z",
  },
  passed: {
    ...{ row: "checks", rank: 1, color: "testing.iconPassed" },
    shape: "M-4.5 0-3-1.5-1 .5 3.5-4 5-2.5-1 3.5z",
  },
};
