import { stateTimeOf, type Checkpoint } from "../../engine/model/checkpoint";

/** A checkpoint of one folder. */
export interface Member {
  /** The folder's key: its uri. */
  folder: string;
  folderName: string;
  checkpoint: Checkpoint;
}

/**
 * A row of the timeline: one checkpoint, or in a workspace of several folders
 * the checkpoints that were made together.
 */
export interface Entry {
  id: string;
  at: string;
  members: readonly [Member, ...Member[]];
}

/** What is loaded of one folder, newest first. */
export interface Loaded {
  folder: string;
  folderName: string;
  checkpoints: readonly Checkpoint[];
  /** True when nothing older is left to load. */
  isComplete: boolean;
}

/**
 * Returns the rows of all folders, newest first. Rows older than what every
 * folder has loaded are held back: a later page would slip in above them.
 */
export function mergeEntries(all: readonly Loaded[]): Entry[] {
  const horizon = Math.max(...all.map(oldestLoaded), -Infinity);
  const groups = new Map<string, Member[]>();
  const columns = all.map((loaded) => columnOf(loaded, groups));
  return zip(columns.map((rows) => rows.map(toEntry))).filter(
    (entry) => Date.parse(entry.at) >= horizon,
  );
}

/** The rows of one folder; what was made together joins the row of the first folder. */
function columnOf(
  { folder, folderName, checkpoints }: Loaded,
  groups: Map<string, Member[]>,
): Member[][] {
  const rows: Member[][] = [];
  for (const checkpoint of checkpoints) {
    const member = { folder, folderName, checkpoint };
    const group = groupOf(checkpoint);
    const together = group === undefined ? undefined : groups.get(group);
    if (together && !together.some((other) => other.folder === folder)) {
      together.push(member);
      continue;
    }
    const row = [member];
    rows.push(row);
    if (group !== undefined) groups.set(group, row);
  }
  return rows;
}

// Merged like sorted lists, not sorted: within a folder the order is that of
// the states, even where a clock stood still or was set back.
function zip(columns: Entry[][]): Entry[] {
  const heads = columns.map(() => 0);
  const merged: Entry[] = [];
  for (;;) {
    let best = -1;
    let bestAt = "";
    for (const [i, column] of columns.entries()) {
      const at = column[heads[i] ?? 0]?.at;
      if (at !== undefined && (best < 0 || at > bestAt))
        [best, bestAt] = [i, at];
    }
    if (best < 0) return merged;
    const next = heads[best] ?? 0;
    merged.push(columns[best]?.[next] as Entry);
    heads[best] = next + 1;
  }
}

export function groupOf(checkpoint: Checkpoint): string | undefined {
  const group = checkpoint.metadata["group"];
  return typeof group === "string" ? group : undefined;
}

function toEntry(members: Member[]): Entry {
  const first = members[0] as Member;
  const at = members
    .map((member) => stateTimeOf(member.checkpoint))
    .reduce((a, b) => (a > b ? a : b));
  return {
    id: `${first.folder}#${first.checkpoint.id}`,
    at,
    members: members as [Member, ...Member[]],
  };
}

function oldestLoaded({ checkpoints, isComplete }: Loaded): number {
  const oldest = checkpoints.at(-1);
  if (isComplete) return -Infinity;
  return oldest ? Date.parse(stateTimeOf(oldest)) : Infinity;
}
