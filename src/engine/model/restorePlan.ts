import type { FileState, Plan, Report } from "../../answers/restore";
import type { ErrorJson } from "./errors";
import type { Source } from "./checkpoint";
import type { Held } from "./version";

export type {
  ChangedByOthers,
  LeftAlone,
  LeftAloneReason,
  PlannedUnsaved,
  RestoreEntry,
  RestoreVerb,
} from "../../answers/restore";

/** Which files a restore should bring back. */
export interface RestoreScope {
  /** Files or folders; empty or absent means everything. */
  paths?: readonly string[] | undefined;
  /** Only what this source changed since the target. */
  source?: Source | undefined;
}

/** A file before or after a restore. */
export type PlannedState = Held;

/** The same type with numeric modes, as on disk. */
type WithModes<T> = {
  [K in keyof T]: T[K] extends FileState
    ? PlannedState
    : T[K] extends FileState | null
      ? PlannedState | null
      : T[K];
};

export type PlannedWrite = WithModes<Plan["writes"][number]>;
export type PlannedDelete = WithModes<Plan["deletes"][number]>;

/**
 * A restore that has been planned but not applied. Plain data: shown to a person or
 * an agent, then applied by its id. Applying refuses if the workspace has changed
 * since.
 */
export interface RestorePlan extends Omit<Plan, "writes" | "deletes"> {
  writes: PlannedWrite[];
  deletes: PlannedDelete[];
  /** Only in the journal: the restore failed midway and has to be rolled back. */
  isFailed?: true;
}

/** A path at which a restore failed, and why. */
export interface RestoreFailure extends ErrorJson {
  path: string;
  /** The failure happened during rollback. */
  isRollback?: true;
}

export interface RestoreReport extends Omit<Report, "plan" | "failures"> {
  plan: RestorePlan;
  failures: RestoreFailure[];
}

export interface PlanRequest extends RestoreScope {
  /** A reference: number, id, name, `latest`, `@moment`, a time. */
  to: string;
  /** Who makes the request; changes by anyone else are listed in `changedByOthers`. */
  as?: Source | undefined;
  /**
   * Include unsaved text: put it into editors (done by the editor), or write it to
   * the files themselves. Default false.
   */
  unsaved?: boolean | "as-files" | undefined;
  /** The current unsaved text of editors, so that the guard includes it. */
  editors?: readonly UnsavedText[] | undefined;
}

/**
 * The text of an unsaved editor; null if the editor is closed or has no unsaved
 * changes.
 */
export interface UnsavedText {
  path: string;
  text: string | null;
}
