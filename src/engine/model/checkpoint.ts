import type {
  ChangeCounts,
  Checkpoint,
  CheckpointKind,
  TaskState,
} from "../../answers/checkpoint";

export { KINDS } from "../../answers/words";
export type {
  ChangeCounts,
  ChangePaths,
  Checkpoint,
  CheckpointDetail,
  CheckpointKind,
  GitState,
  Skipped,
  SkipReason,
  TaskState,
} from "../../answers/checkpoint";

/**
 * Who made a change: `editor`, `outside` (no known author), `git`, `restore`,
 * or the name of an agent (`claude-code`, `codex`, ...).
 */
export type Source = string;

/** Maximum number of dirty paths stored with a checkpoint. */
export const DIRTY_KEPT = 1000;
/**
 * Maximum number of paths included per list row and in events; a checkpoint may
 * have thousands.
 */
export const NAMED_IN_LISTS = 100;

export function totalOf(counts: ChangeCounts): number {
  return counts.added + counts.modified + counts.deleted;
}

export function addCounts(all: readonly ChangeCounts[]): ChangeCounts {
  const sum = { added: 0, modified: 0, deleted: 0 };
  for (const counts of all) {
    sum.added += counts.added;
    sum.modified += counts.modified;
    sum.deleted += counts.deleted;
  }
  return sum;
}

export interface CheckpointOptions {
  name?: string | undefined;
  description?: string | undefined;
  /** Default `manual`. */
  kind?: CheckpointKind | undefined;
  /** Default: `editor` in the editor, `cli` on the command line. */
  source?: Source | undefined;
  metadata?: Record<string, unknown> | undefined;
  task?: TaskState | undefined;
  thread?: string | undefined;
  message?: string | undefined;
  pinned?: boolean | undefined;
}

/**
 * When the folder was in the state of a checkpoint: when it was created, unless it was created
 * later, of an earlier moment.
 */
export function stateTimeOf({
  createdAt,
  stateAt,
}: Pick<Checkpoint, "createdAt" | "stateAt">): string {
  return stateAt ?? createdAt;
}

/**
 * Compares checkpoints by their states, the earlier one first. The numbers alone only say in which
 * order they were created.
 */
export function byState(
  a: Pick<Checkpoint, "moment" | "number">,
  b: Pick<Checkpoint, "moment" | "number">,
): number {
  return a.moment - b.moment || a.number - b.number;
}

/** Returns the title of a checkpoint that has no name. */
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
