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
