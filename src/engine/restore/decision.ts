import type {
  LeftAlone,
  PlannedDelete,
  PlannedUnsaved,
  PlannedWrite,
} from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";

/**
 * A write whose path was parsed or comes from our history; in a plan that comes
 * back from a client, paths are plain text.
 */
export type OwnWrite = PlannedWrite & { path: WorkspacePath };
export type OwnDelete = PlannedDelete & { path: WorkspacePath };

/** What a restore does with each path of its scope, and what it leaves alone. */
export interface Decision {
  writes: OwnWrite[];
  deletes: OwnDelete[];
  leftAlone: LeftAlone[];
  unsaved: PlannedUnsaved[];
}
