import * as vscode from "vscode";
import type { CheckpointOf } from "../views/nodes";
import type { Command, CommandContext } from "./commandContext";
import { openAllChanges } from "./openAllChanges";
import { nameOf } from "./restore";
import { checkpointsFor, checkpointsOf, rowsOf } from "./targets";

/** Gives a checkpoint another name. */
export const rename: Command = async (context, node) => {
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
    prompt: vscode.l10n.t("What a reader should know about this state"),
    value: first.checkpoint.description ?? "",
  });
  if (text === undefined) return;
  for (const { session, checkpoint } of targets)
    await session.engine.describe(checkpoint.id, text.trim());
};

/** Keeps a checkpoint until it is deleted by hand. */
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
  const rows = rowsOf(node, selected).flatMap(checkpointsOf);
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

/** Deletes checkpoints after asking; files of the workspace are not touched. */
export const deleteCheckpoint: Command = async (context, node, selected) => {
  const rows = rowsOf(node, selected).flatMap(checkpointsOf);
  const targets =
    rows.length > 0
      ? rows
      : await targetsOf(context, node, vscode.l10n.t("Delete"));
  const [first] = targets;
  if (!first) return;
  const isProtected = targets.some(
    ({ checkpoint }) => checkpoint.pinned || checkpoint.kind === "feature",
  );
  // The first button has the focus: it must be one that does no harm.
  const safe =
    targets.length === 1
      ? vscode.l10n.t("Open Changes")
      : vscode.l10n.t("Keep Them");
  const doDelete = vscode.l10n.t("Delete");
  const answer = await vscode.window.showWarningMessage(
    targets.length === 1
      ? vscode.l10n.t("Delete checkpoint {0}?", nameOf(first))
      : vscode.l10n.t("Delete {0} checkpoints?", targets.length),
    {
      modal: true,
      detail: [
        vscode.l10n.t(
          "Your files stay as they are. Versions that no other checkpoint holds can no longer be restored. This cannot be undone.",
        ),
        isProtected
          ? vscode.l10n.t(
              "Pinned or feature checkpoints are among them, which are kept for good unless deleted here.",
            )
          : "",
      ]
        .filter(Boolean)
        .join("\n\n"),
    },
    safe,
    doDelete,
  );
  if (answer === safe && targets.length === 1)
    await openAllChanges(context, node);
  if (answer !== doDelete) return;
  for (const [session, refs] of bySession(targets))
    await session.engine.delete(refs, { force: isProtected });
};

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
