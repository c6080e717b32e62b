import type {
  PlannedWrite,
  RestorePlan,
} from "../../src/engine/model/restorePlan";

/** A plan to restore to #3 that does only what is given. */
export function plan(given: Partial<RestorePlan> = {}): RestorePlan {
  return {
    id: "p",
    verb: "restore",
    target: { label: "#3 before", moment: 3, checkpoint: null },
    scope: { paths: [], source: null },
    base: 4,
    createdAt: "2026-11-16T10:00:00.000Z",
    writes: [],
    deletes: [],
    leftAlone: [],
    unsaved: [],
    changedByOthers: [],
    ...given,
  };
}

export function write(
  path: string,
  action: PlannedWrite["action"],
): PlannedWrite {
  const after = { hash: "h", mode: 0o644, sizeBytes: 1 };
  return { path, action, before: action === "create" ? null : after, after };
}
