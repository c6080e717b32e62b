import * as vscode from "vscode";
import type { Command } from "../commands/commandContext";
import { openChangeDiff, type Side } from "./openDiff";
import { changeOf } from "../commands/targets";
import type { Previous } from "../timeline/nodes";
import type { Checkpoint } from "../../engine/model/checkpoint";

/** Opens a changed file, with the previous checkpoint on the left and this one on the right. */
export const openChange: Command = async (_context, node) => {
  const { target, change, previous, at } = changeOf(node);
  const { left, right } = at
    ? sidesOf(at, vscode.l10n.t("before"), at.name)
    : {
        left: previousSide(previous),
        right: checkpointSide(target.checkpoint),
      };
  await openChangeDiff(target.session, change, left, right);
};

/** The sides of a file that a deed changed. */
export function sidesOf(
  { before, after }: { before: number; after: number },
  was: string,
  name = "",
): { left: Side; right: Side } {
  return {
    left:
      before === 0
        ? { at: "nothing" }
        : { at: "moment", moment: before, label: was },
    right: { at: "moment", moment: after, label: name || `@${after}` },
  };
}

export function checkpointSide({
  moment,
  number,
}: Pick<Checkpoint, "moment" | "number">): Side {
  return { at: "moment", moment, label: `#${number}` };
}

export function previousSide(previous: Previous): Side {
  return previous ? checkpointSide(previous) : { at: "nothing" };
}
