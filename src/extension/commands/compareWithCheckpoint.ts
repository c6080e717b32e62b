import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { CheckpointOf } from "../views/nodes";
import type { Command } from "./commandContext";
import { checkpointSide } from "./openChange";
import { openDiff } from "./openDiff";
import { pickCheckpoints } from "./pickCheckpoint";
import { recordedSessions } from "./sessions";
import { selectedCheckpoints } from "./selectedCheckpoints";
import { checkpointsFor, rowsOf } from "./targets";

/** Compares a checkpoint with another that is picked. */
export const compareWithCheckpoint: Command = async (context, node) => {
  const title = vscode.l10n.t("Compare with Checkpoint");
  const [one] = await checkpointsFor(context, node, {
    title,
    placeHolder: vscode.l10n.t("Choose the first checkpoint"),
  });
  if (!one) return;
  const [other] = await pickCheckpoints(
    recordedSessions(context.folders).filter(
      (session) => session === one.session,
    ),
    {
      title,
      placeHolder: vscode.l10n.t("Compare #{0} with...", one.checkpoint.number),
      except: one.checkpoint.id,
    },
  );
  if (other) await compare(one, other);
};

/** Compares the two rows that are selected. */
export const compareSelected: Command = async (_context, node, selected) => {
  const [one, other] = selectedCheckpoints(rowsOf(node, selected));
  if (!one || !other || one.session !== other.session)
    throw new CheckpointError(
      "bad-input",
      vscode.l10n.t("Select two checkpoints of one folder to compare them."),
    );
  await compare(one, other);
};

/** The older one is on the left, whichever was chosen first. */
async function compare(a: CheckpointOf, b: CheckpointOf): Promise<void> {
  const [older, newer] =
    a.checkpoint.number < b.checkpoint.number ? [a, b] : [b, a];
  const { session } = older;
  const diff = await session.engine.diff(
    `@${older.checkpoint.moment}`,
    `@${newer.checkpoint.moment}`,
    { content: false },
  );
  await openDiff(`#${older.checkpoint.number} ↔ #${newer.checkpoint.number}`, [
    {
      session,
      diff,
      left: checkpointSide(older.checkpoint),
      right: checkpointSide(newer.checkpoint),
    },
  ]);
}
