/** The values that every face of Checkpoint speaks: plain data, JSON as it is. */

export const KINDS = [
  "automatic",
  "guard",
  "manual",
  "feature",
  "session",
] as const;
export type CheckpointKind = (typeof KINDS)[number];

/**
 * Who made a change: `editor`, `outside` (no known author), `git`, `restore`,
 * or the name of an agent (`claude-code`, `codex`, ...).
 */
export type Source = string;

export interface GitState {
  /** The commit HEAD names, or null before the first commit. */
  commit: string | null;
  /** The branch, or null when HEAD is detached. */
  branch: string | null;
  /** Paths that differ from HEAD as far as our own history can tell; of very many, the first. */
  dirtyFiles: string[];
  /** How many there are. */
  dirtyCount: number;
}

/** Kept with a checkpoint at most. */
export const DIRTY_KEPT = 1000;
/** Named at most in each row of a list, and in events: a folder may have very many. */
export const NAMED_IN_LISTS = 100;

/** The state of a task list, and the context an agent had. */
export interface TaskState {
  current?: string;
  completed?: string[];
  session?: number;
  tokens?: number;
}

export type SkipReason =
  "too-large" | "unreadable" | "special" | "changing" | "name";

export interface Skipped {
  path: string;
  reason: SkipReason;
}

export interface ChangeCounts {
  added: number;
  modified: number;
  deleted: number;
}

export interface ChangePaths {
  added: string[];
  modified: string[];
  deleted: string[];
}

export interface Checkpoint {
  id: string;
  number: number;
  moment: number;
  kind: CheckpointKind;
  /** What the person or agent called it; null when nobody did. */
  name: string | null;
  description: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  source: Source;
  /** Against the checkpoint before it. */
  filesChanged: ChangeCounts;
  /** Paths with unsaved editor text at that moment. */
  unsaved: number;
  /** In a list only the first of very many. */
  skipped: Skipped[];
  skippedCount: number;
  git: GitState | null;
  metadata: Record<string, unknown>;
  task: TaskState | null;
  thread: string | null;
  message: string | null;
  pinned: boolean;
}

/** One checkpoint in full: the paths it changed instead of their number. */
export type CheckpointDetail = Omit<Checkpoint, "filesChanged"> & {
  filesChanged: ChangePaths;
};

export interface CheckpointOptions {
  name?: string | undefined;
  description?: string | undefined;
  /** Default `manual`. */
  kind?: CheckpointKind | undefined;
  /** Default `editor` in the editor, `cli` from the command. */
  source?: Source | undefined;
  metadata?: Record<string, unknown> | undefined;
  task?: TaskState | undefined;
  thread?: string | undefined;
  message?: string | undefined;
  pinned?: boolean | undefined;
}

/** Returns what to call a checkpoint in a list when nobody named it. */
export function titleOf(
  checkpoint: Pick<Checkpoint, "name" | "kind" | "number">,
): string {
  if (checkpoint.name) return checkpoint.name;
  const words: Record<CheckpointKind, string> = {
    automatic: "Automatic checkpoint",
    guard: "Guard",
    manual: "Checkpoint",
    feature: "Feature complete",
    session: "Session start",
  };
  return words[checkpoint.kind];
}
