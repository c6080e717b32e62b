import type { Source } from "../model/checkpoint";
import type { RestorePlan, UnsavedText } from "../model/restorePlan";

export interface UndoRequest {
  /** A restore's id; default the latest that can be undone (or redone). */
  restore?: string | undefined;
  editors?: readonly UnsavedText[] | undefined;
  unsaved?: boolean | undefined;
}

export interface ApplyOptions {
  source?: Source | undefined;
  /**
   * Default true: looks at the whole scope again and refuses when anything in it
   * changed since the plan. False looks at the plan's own paths only, for callers
   * that apply a plan they have just made.
   */
  rescan?: boolean | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

export interface RevertRequest {
  /** One checkpoint's changes... */
  ref?: string | undefined;
  /** ...or what a source changed, since a point (default: ever)... */
  source?: Source | undefined;
  since?: string | undefined;
  /** ...or what was changed in a thread, or by one message of it. */
  thread?: string | undefined;
  message?: string | undefined;
  /** Decisions for conflicts: which side, or the whole text to write. */
  resolve?: Readonly<Record<string, Resolution>> | undefined;
  paths?: readonly string[] | undefined;
  as?: Source | undefined;
  editors?: readonly UnsavedText[] | undefined;
}

export type Resolution = "ours" | "theirs" | { text: string };

export interface Conflict {
  path: string;
  /** What the reverted change made of it, what is there now, what it was before. */
  base: string | null;
  ours: string | null;
  theirs: string | null;
  /** With conflict markers; null for binary files. */
  merged: string | null;
  binary: boolean;
}

/** A restore plan when there are no conflicts; with conflicts it cannot be applied. */
export interface RevertPlan {
  plan: RestorePlan;
  conflicts: Conflict[];
}

export interface EditMessage {
  thread: string;
  message: string;
  apply?: boolean | undefined;
  /** Who asks; a thread may be edited by its own source or a person. */
  as?: Source | undefined;
  editors?: readonly UnsavedText[] | undefined;
}
