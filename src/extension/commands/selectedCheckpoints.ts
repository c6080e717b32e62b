import { byState } from "../../engine/model/checkpoint";
import { checkpointNumbered } from "../timeline/checkpointNumbered";
import type { CheckpointOf, TimelineNode } from "../timeline/nodes";

/**
 * Returns the selected checkpoints, each once. Selected files are ignored: choosing a file does not
 * choose its checkpoint.
 */
export function selectedCheckpoints(
  rows: readonly TimelineNode[],
): CheckpointOf[] {
  const targets = rows.flatMap((row) => {
    if (row.type === "entry") return row.targets;
    if (row.type === "deed")
      return row.row.members.flatMap(({ session, deed }) =>
        deed.checkpoint ? [{ session, checkpoint: deed.checkpoint }] : [],
      );
    return row.type === "member" ? [row.target] : [];
  });
  return eachOnce(targets);
}

/** Returns every checkpoint of the selected rows: of a deed, all that belong to it. */
export async function allCheckpoints(
  rows: readonly TimelineNode[],
): Promise<CheckpointOf[]> {
  const found = await Promise.all(
    rows.map(async (row) => {
      const members = row.type === "deed" ? row.row.members : [];
      if (members.every(({ deed }) => deed.checkpoints.length < 2))
        return selectedCheckpoints([row]);
      const own = members.flatMap(({ session, deed }) =>
        deed.checkpoints.map(async ({ number }) => {
          const checkpoint = await checkpointNumbered(session.engine, number);
          return checkpoint ? [{ session, checkpoint }] : [];
        }),
      );
      return (await Promise.all(own)).flat();
    }),
  );
  return eachOnce(found.flat());
}

function eachOnce(targets: readonly CheckpointOf[]): CheckpointOf[] {
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

/** Returns a pair for each folder that has exactly two among these. */
export function pairsOf(targets: readonly CheckpointOf[]): Pair[] {
  const sessions = new Set(targets.map(({ session }) => session));
  return [...sessions].flatMap((session) => {
    const [a, b, ...more] = targets.filter((each) => each.session === session);
    return a && b && more.length === 0 ? [pairOf(a, b)] : [];
  });
}

/** The one with the older state is on the left, whichever was selected first. */
export function pairOf(a: CheckpointOf, b: CheckpointOf): Pair {
  return byState(a.checkpoint, b.checkpoint) < 0 ? [a, b] : [b, a];
}
