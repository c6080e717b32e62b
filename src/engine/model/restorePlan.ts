import type { Source } from "./checkpoint";
import type { Side } from "./changes";

/** What a restore is asked to bring back. */
export interface RestoreScope {
  /** Files or folders; empty or absent means everything. */
  paths?: readonly string[] | undefined;
  /** Only what this source changed since the target. */
  source?: Source | undefined;
}

/** What stands at a path before and after; null where nothing does. */
export interface PlannedState {
  hash: string;
  mode: number;
  sizeBytes: number;
}

export interface PlannedWrite {
  path: string;
  action: "create" | "replace";
  before: PlannedState | null;
  after: PlannedState;
}

export interface PlannedDelete {
  path: string;
  before: PlannedState;
}

export type LeftAloneReason =
  | "ignored-then" // the target moment did not hold it because it was ignored or skipped
  | "not-ours" // nothing in our history says it was created since
  | "too-large" // the guard cannot hold what stands there now
  | "unreadable"
  | "special"
  | "changing"
  | "name"
  | "blocked" // a folder with files we do not hold stands there, or a link above it
  | "protected"; // inside a version control folder

export interface LeftAlone {
  path: string;
  reason: LeftAloneReason;
}

/** The text of an unsaved editor to bring back (or to close, when null). */
export interface PlannedUnsaved {
  path: string;
  hash: string | null;
}

export interface ChangedByOthers {
  path: string;
  sources: Source[];
}

export type RestoreVerb = "restore" | "undo" | "redo" | "revert" | "thread";

/**
 * A restore, decided and not yet done. Plain data: shown to a person or an
 * agent, then applied by id. Applying refuses if the workspace moved on.
 */
export interface RestorePlan {
  id: string;
  verb: RestoreVerb;
  target: Side;
  scope: {
    paths: string[];
    source: Source | null;
    /** Just these paths, and nothing below them. */
    isExact?: boolean;
    /** Files get the unsaved text that their editors held. */
    unsavedAsFiles?: boolean;
  };
  /** The moment of the workspace it was made against. */
  base: number;
  createdAt: string;
  writes: PlannedWrite[];
  deletes: PlannedDelete[];
  leftAlone: LeftAlone[];
  unsaved: PlannedUnsaved[];
  /** Paths of this plan that somebody other than the asker changed since the target. */
  changedByOthers: ChangedByOthers[];
  /** Of an undo or redo: paths that were changed since, by whomever. */
  changedSince?: string[];
  /** The restore this undoes or redoes. */
  of?: string;
  /** In the journal: it failed half way, and what was done of it is to be taken back. */
  isFailed?: true;
  /** The messages this marks deleted, when a conversation is rewound with the files. */
  messages?: { thread: string; ids: string[] };
}

export interface RestoreFailure {
  path: string;
  code: string;
  message: string;
}

export interface RestoreReport {
  plan: RestorePlan;
  applied: boolean;
  /** The guard checkpoint that holds what was replaced; null when nothing was to do. */
  guard: { id: string; number: number } | null;
  /** The moment after the restore. */
  moment: number;
  failures: RestoreFailure[];
  /** The id to undo this by. */
  restoreId: string | null;
  /** It failed, and what was done of it could not be taken back yet. */
  isHalfDone?: true;
}

/** A restore as the log and the timeline show it. */
export interface RestoreEntry {
  id: string;
  verb: RestoreVerb;
  at: string;
  target: string;
  guard: number | null;
  writes: number;
  deletes: number;
  state: "done" | "undone" | "recovered" | "rolled-back";
  source: Source;
}

export interface PlanRequest extends RestoreScope {
  /** A reference: number, id, name, `latest`, `@moment`, a time. */
  to: string;
  /** Who asks; changes by anybody else are listed in `changedByOthers`. */
  as?: Source | undefined;
  /**
   * Include unsaved texts, to be put into editors (the editor does), or put them
   * into the files themselves. Default false.
   */
  unsaved?: boolean | "as-files" | undefined;
  /** The editors' unsaved texts now, so that the guard holds them. */
  editors?: readonly UnsavedText[] | undefined;
}

/** The text of an unsaved editor; null when the editor is clean or closed. */
export interface UnsavedText {
  path: string;
  text: string | null;
}
