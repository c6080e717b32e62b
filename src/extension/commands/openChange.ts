import type { Command } from "./commandContext";
import { openChangeDiff, type Side } from "./openDiff";
import { changeOf } from "./targets";
import type { Previous } from "../views/nodes";
import type { Checkpoint } from "../../engine/model/checkpoint";

/** Opens a changed file: the checkpoint before on the left, this on the right. */
export const openChange: Command = async (_context, node) => {
  const { target, change, previous } = changeOf(node);
  await openChangeDiff(
    target.session,
    change,
    previousSide(previous),
    checkpointSide(target.checkpoint),
  );
};

export function checkpointSide({
  moment,
  number,
}: Pick<Checkpoint, "moment" | "number">): Side {
  return { at: "moment", moment, label: `#${number}` };
}

export function previousSide(previous: Previous): Side {
  return previous ? checkpointSide(previous) : { at: "nothing" };
}
