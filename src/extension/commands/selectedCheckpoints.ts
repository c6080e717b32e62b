import type { CheckpointOf, TimelineNode } from "../views/nodes";

/**
 * Returns the checkpoints that are selected themselves, each once. A selection
 * may hold files below others: to choose a file is not to choose its checkpoint.
 */
export function selectedCheckpoints(
  rows: readonly TimelineNode[],
): CheckpointOf[] {
  const targets = rows.flatMap((row) => {
    if (row.type === "entry") return row.targets;
    return row.type === "member" ? [row.target] : [];
  });
  return targets.filter((each, i) => {
    const first = targets.findIndex(
      ({ session, checkpoint }) =>
        session === each.session && checkpoint.id === each.checkpoint.id,
    );
    return first === i;
  });
}

/** Two checkpoints of one folder, the older first. */
export type Pair = readonly [older: CheckpointOf, newer: CheckpointOf];

/** The pairs of those folders that have just two among these. */
export function pairsOf(targets: readonly CheckpointOf[]): Pair[] {
  const sessions = new Set(targets.map(({ session }) => session));
  return [...sessions].flatMap((session) => {
    const [a, b, ...more] = targets.filter((each) => each.session === session);
    return a && b && more.length === 0 ? [pairOf(a, b)] : [];
  });
}

/** The older one is on the left, whichever was chosen first. */
export function pairOf(a: CheckpointOf, b: CheckpointOf): Pair {
  return a.checkpoint.number < b.checkpoint.number ? [a, b] : [b, a];
}
