import type { Conflict, UncertainChange } from "../../answers/restore";
import type { Source } from "../model/checkpoint";
import type { RestorePlan, UnsavedText } from "../model/restorePlan";

export interface UndoRequest {
  /** The id of a restore. Default: the latest one that can be undone (or redone). */
  restore?: string | undefined;
  editors?: readonly UnsavedText[] | undefined;
  unsaved?: boolean | undefined;
}

export interface ApplyOptions {
  source?: Source | undefined;
  /**
   * Default true: rescans the whole scope and refuses if anything in it changed
   * since the plan. False checks only the plan's own paths, for callers that apply
   * a plan right after making it.
   */
  rescan?: boolean | undefined;
  /** Paths of the plan to leave unchanged. */
  except?: readonly string[] | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

/** A file of a plan to restore. */
export interface ChosenFile {
  path: string;
  /** The positions of its hunks, as `planHunks` lists them; absent means the whole file. */
  hunks?: readonly number[] | undefined;
}

export interface RevertRequest {
  /** The changes of one checkpoint... */
  ref?: string | undefined;
  /** ...or what a source changed since a point (default: in all of the history)... */
  source?: Source | undefined;
  since?: string | undefined;
  /** ...or what was changed in a thread, or by one message of it. */
  thread?: string | undefined;
  message?: string | undefined;
  /**
   * Also reverts changes that are only possibly by the source or the thread.
   * Callers set this only after asking the user. Default false.
   */
  maybe?: boolean | undefined;
  /** How to resolve conflicts: a side, or the whole text to write. */
  resolve?: Readonly<Record<string, Resolution>> | undefined;
  paths?: readonly string[] | undefined;
  as?: Source | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

export type {
  Conflict,
  PlannedHunk,
  UncertainChange,
} from "../../answers/restore";

export type Resolution = "ours" | "theirs" | { text: string };

/** A restore plan if there are no conflicts. A plan with conflicts cannot be applied. */
export interface RevertPlan {
  plan: RestorePlan;
  conflicts: Conflict[];
  /**
   * Changes that are left alone because their author is unknown, with the possible
   * authors.
   */
  maybe: UncertainChange[];
}

export interface EditMessage {
  thread: string;
  message: string;
  apply?: boolean | undefined;
  /** Also restores files that only others changed since then. */
  includeOthers?: boolean | undefined;
  /** Who makes the request: a thread may be edited by its own source or by a person. */
  as?: Source | undefined;
  editors?: readonly UnsavedText[] | undefined;
}
