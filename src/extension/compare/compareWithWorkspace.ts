import * as vscode from "vscode";
import type { Diff } from "../../engine/model/changes";
import type { CheckpointOf, NowNode } from "../timeline/nodes";
import type { Command } from "../commands/commandContext";
import { checkpointSide } from "./openChange";
import { openChangeDiff, openDiff, shownRows } from "./openDiff";
import { withCancel } from "../commands/showProgress";
import { checkpointsFor, isChange, isChangeFolder } from "../commands/targets";
import { recordedSessions } from "../commands/sessions";

/** Compares a checkpoint, or one of its files, with the current files. */
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
    // Prefer the layer that was clicked if both layers changed.
    const { isUnsaved } = node.change;
    const change = rows.find((row) => row.isUnsaved === isUnsaved) ?? rows[0];
    if (change)
      return openChangeDiff(part.session, change, part.left, part.right);
  }
  const number = targets[0]?.checkpoint.number ?? 0;
  await openDiff(vscode.l10n.t("#{0} ↔ Workspace", number), parts);
};

/** Compares after recording pending changes, so the result is up to date. */
export async function diffWithNow(
  { session, checkpoint }: CheckpointOf,
  paths?: readonly string[],
): Promise<Diff> {
  return withCancel(vscode.l10n.t("Comparing"), async (call) => {
    await session.flush(call);
    return session.engine.diff(
      `@${checkpoint.moment}`,
      "workspace",
      { content: false, paths },
      call,
    );
  });
}

/** Compares the current files with the newest checkpoint that is not a guard. */
export const compareWithLatest: Command = async (context) => {
  for (const session of recordedSessions(context.folders)) {
    const { checkpoint } = await session.engine.resolve("latest");
    const row: NowNode = {
      ...{
        type: "now",
        session,
        now: { since: checkpoint, name: "", rows: [] },
      },
    };
    await compareWithWorkspace(context, row);
  }
};
