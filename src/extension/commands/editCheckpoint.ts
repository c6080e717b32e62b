import * as vscode from "vscode";
import type { CheckpointOf, MemberNode, TimelineNode } from "../timeline/nodes";
import type { Command, CommandContext } from "./commandContext";
import { openAllChanges } from "../compare/openAllChanges";
import { listed } from "../restore/planText";
import { nameOf } from "../restore/restore";
import { allCheckpoints, selectedCheckpoints } from "./selectedCheckpoints";
import { checkpointsFor, isNode, rowsOf } from "./targets";

/** The number of names that a question lists. */
const MAX_NAMED = 10;

/** Renames a checkpoint. */
export const rename: Command = async (context, node) => {
  if (isNode(node) && !showsItsName(node)) return;
  const targets = await targetsOf(context, node, vscode.l10n.t("Rename"));
  const [first] = targets;
  if (!first) return;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("Rename Checkpoint #{0}", first.checkpoint.number),
    prompt: vscode.l10n.t("Name"),
    value: first.checkpoint.name ?? "",
  });
  if (name === undefined) return;
  for (const { session, checkpoint } of targets)
    await session.engine.rename(checkpoint.id, name.trim());
};

export const editDescription: Command = async (context, node) => {
  const targets = await targetsOf(
    context,
    node,
    vscode.l10n.t("Edit Description"),
  );
  const [first] = targets;
  if (!first) return;
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t(
      "Description of Checkpoint #{0}",
      first.checkpoint.number,
    ),
    prompt: vscode.l10n.t("Anything worth knowing about this state"),
    value: first.checkpoint.description ?? "",
  });
  if (text === undefined) return;
  for (const { session, checkpoint } of targets)
    await session.engine.describe(checkpoint.id, text.trim());
};

/** Keeps a checkpoint until it is deleted manually. */
export const pin: Command = (context, node, selected) =>
  setPinned(context, node, selected, true);

export const unpin: Command = (context, node, selected) =>
  setPinned(context, node, selected, false);

async function setPinned(
  context: CommandContext,
  node: unknown,
  selected: unknown,
  pinned: boolean,
): Promise<void> {
  const rows = selectedCheckpoints(rowsOf(node, selected));
  const targets =
    rows.length > 0
      ? rows
      : await targetsOf(
          context,
          node,
          pinned ? vscode.l10n.t("Pin") : vscode.l10n.t("Unpin"),
        );
  for (const { session, checkpoint } of targets)
    await session.engine.pin(checkpoint.id, pinned);
}

/** True for rows that are called by a checkpoint's name; a turn is called by its prompt. */
function showsItsName(row: TimelineNode): boolean {
  if (row.type !== "deed") return row.type === "entry" || row.type === "member";
  const [{ deed }] = row.row.members;
  return ["named", "session", "guard"].includes(deed.kind);
}

/** Deletes checkpoints after asking; workspace files are not touched. */
export const deleteCheckpoint: Command = async (context, node, selected) => {
  // A key passes the row with the focus, but not the selection that it may be part of.
  const all = selected ?? context.views.timeline.selection;
  const rows = await allCheckpoints(rowsOf(node, all));
  // The key on a file's row must not delete a checkpoint.
  if (isNode(node) && rows.length === 0) return;
  const targets =
    rows.length > 0
      ? rows
      : await targetsOf(context, node, vscode.l10n.t("Delete"));
  const [first] = targets;
  if (!first) return;
  // The first button has the focus, so it must be a harmless one.
  const safe =
    targets.length === 1
      ? vscode.l10n.t("Open Changes")
      : vscode.l10n.t("Keep Them");
  const doDelete = vscode.l10n.t("Delete");
  const answer = await vscode.window.showWarningMessage(
    targets.length === 1
      ? vscode.l10n.t("Delete checkpoint {0}?", ownName(first))
      : vscode.l10n.t("Delete {0} checkpoints?", targets.length),
    {
      modal: true,
      detail: [
        targets.length === 1 ? "" : listed(namesOf(targets), MAX_NAMED),
        vscode.l10n.t(
          "Your files stay as they are. Versions that are in no other checkpoint can no longer be restored. This cannot be undone.",
        ),
        protectedText(targets),
      ]
        .filter(Boolean)
        .join("\n\n"),
    },
    safe,
    doDelete,
  );
  if (answer === safe && targets.length === 1) {
    const row: Omit<MemberNode, "parent"> = { type: "member", target: first };
    await openAllChanges(context, row);
  }
  if (answer !== doDelete) return;
  // Force only those that the question mentioned: another may have been pinned meanwhile.
  for (const force of [false, true]) {
    const some = targets.filter((each) => isProtected(each) === force);
    for (const [session, refs] of bySession(some))
      await session.engine.delete(refs, { force });
  }
};

/** Returns the checkpoint's own name, or its number if it has none. */
function ownName(target: CheckpointOf): string {
  const { name, number } = target.checkpoint;
  return name === null ? `#${number}` : nameOf(target);
}

function protectedText(targets: readonly CheckpointOf[]): string {
  if (!targets.some(isProtected)) return "";
  return targets.length === 1
    ? vscode.l10n.t("It is never removed automatically.")
    : vscode.l10n.t(
        "Some of them are pinned or mark a feature; those are never removed automatically.",
      );
}

function isProtected({ checkpoint }: CheckpointOf): boolean {
  return checkpoint.pinned || checkpoint.kind === "feature";
}

/** Numbers are unique per folder only, so with several folders each is named. */
function namesOf(targets: readonly CheckpointOf[]): string[] {
  const isOneFolder = bySession(targets).size === 1;
  return targets.map((target) =>
    isOneFolder
      ? nameOf(target)
      : `${target.session.folder.name} ${nameOf(target)}`,
  );
}

function bySession(
  targets: readonly CheckpointOf[],
): Map<CheckpointOf["session"], string[]> {
  const map = new Map<CheckpointOf["session"], string[]>();
  for (const { session, checkpoint } of targets)
    map.set(session, [...(map.get(session) ?? []), checkpoint.id]);
  return map;
}

function targetsOf(
  context: CommandContext,
  node: unknown,
  title: string,
): Promise<CheckpointOf[]> {
  return checkpointsFor(context, node, {
    title,
    placeHolder: vscode.l10n.t("Choose a checkpoint"),
  });
}
