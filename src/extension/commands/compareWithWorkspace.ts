import * as vscode from "vscode";
import type { Diff } from "../../engine/model/changes";
import type { CheckpointOf } from "../views/nodes";
import type { Command } from "./commandContext";
import { checkpointSide } from "./openChange";
import { openChangeDiff, openDiff, shownRows } from "./openDiff";
import { withCancel } from "./showProgress";
import { checkpointsFor, isChange, isChangeFolder } from "./targets";

/** Compares a checkpoint, or one file of it, with the files as they are now. */
export const compareWithWorkspace: Command = async (context, node) => {
  const paths = isChange(node)
    ? [node.change.path]
    : isChangeFolder(node)
      ? [node.folder.path]
      : undefined;
  const targets = await checkpointsFor(context, node, {
    title: vscode.l10n.t("Compare with Workspace"),
    placeHolder: vscode.l10n.t("Choose the checkpoint to compare with"),
  });
  const parts = [];
  for (const target of targets)
    parts.push({
      session: target.session,
      diff: await diffWithNow(target, paths),
      left: checkpointSide(target.checkpoint),
      right: { at: "now" } as const,
    });
  const [part] = parts;
  if (isChange(node) && part) {
    const rows = shownRows(part.diff, part.right);
    // The layer that was clicked, where both are to be told.
    const { isUnsaved } = node.change;
    const change = rows.find((row) => row.isUnsaved === isUnsaved) ?? rows[0];
    if (change)
      return openChangeDiff(part.session, change, part.left, part.right);
  }
  const number = targets[0]?.checkpoint.number ?? 0;
  await openDiff(vscode.l10n.t("#{0} ↔ Workspace", number), parts);
};

/** Fresh: what is still waiting to be recorded is recorded first. */
export async function diffWithNow(
  { session, checkpoint }: CheckpointOf,
  paths?: readonly string[],
): Promise<Diff> {
  return withCancel(vscode.l10n.t("Comparing"), async (call) => {
    await session.flush();
    return session.engine.diff(
      `@${checkpoint.moment}`,
      "workspace",
      { content: false, paths },
      call,
    );
  });
}
