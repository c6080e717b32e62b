import * as vscode from "vscode";
import type { Diff } from "../../engine/model/changes";
import type { Command } from "../commands/commandContext";
import { recordedSessions } from "../commands/sessions";
import { withCancel } from "../commands/showProgress";
import { isChange, isChangeFolder } from "../commands/targets";
import type { PointOf } from "../inspect/point";
import { pointsFor } from "../inspect/pointFor";
import type {
  ChangeFolderNode,
  ChangeNode,
  CheckpointOf,
  NowNode,
} from "../timeline/nodes";
import { checkpointSide } from "./openChange";
import { openChangeDiff, openDiff, shownRows, type Side } from "./openDiff";

/** Compares the state that a row stands for, or one of its files, with the current files. */
export const compareWithWorkspace: Command = async (context, node) => {
  if (isChange(node) || isChangeFolder(node))
    return compareChanged(node.target, node);
  const points = await pointsFor(context, node, {
    title: vscode.l10n.t("Compare with Workspace"),
    placeHolder: vscode.l10n.t("Choose the checkpoint to compare with"),
  });
  const parts = [];
  for (const point of points)
    parts.push({
      session: point.session,
      diff: await diffWithNow(point),
      left: sideOf(point),
      right: { at: "now" } as const,
    });
  const [first] = points;
  if (first)
    await openDiff(vscode.l10n.t("{0} ↔ Workspace", shortName(first)), parts);
};

/** Compares a changed file of a row, or a folder of them. */
async function compareChanged(
  target: CheckpointOf,
  node: ChangeNode | ChangeFolderNode,
): Promise<void> {
  const { session, checkpoint } = target;
  const path = node.type === "change" ? node.change.path : node.folder.path;
  const moment = checkpoint.moment;
  const diff = await diffWithNow({ session, moment }, [path]);
  const left = checkpointSide(checkpoint);
  const right = { at: "now" } as const;
  if (node.type === "change") {
    const rows = shownRows(diff, right);
    // Prefer the layer that was clicked if both layers changed.
    const { isUnsaved } = node.change;
    const change = rows.find((row) => row.isUnsaved === isUnsaved) ?? rows[0];
    if (change) return openChangeDiff(session, change, left, right);
  }
  const title = vscode.l10n.t("{0} ↔ Workspace", `#${checkpoint.number}`);
  await openDiff(title, [{ session, diff, left, right }]);
}

function sideOf(point: PointOf): Side {
  return { at: "moment", moment: point.moment, label: shortName(point) };
}

/** For instance “#12”; what it is about where there is no number. */
function shortName({ number, title }: PointOf): string {
  return number === null ? `“${title}”` : `#${number}`;
}

/** Compares after recording pending changes, so the result is up to date. */
export async function diffWithNow(
  { session, moment }: Pick<PointOf, "session" | "moment">,
  paths?: readonly string[],
): Promise<Diff> {
  return withCancel(vscode.l10n.t("Comparing"), async (call) => {
    await session.flush(call);
    return session.engine.diff(
      `@${moment}`,
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
