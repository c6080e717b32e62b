import * as vscode from "vscode";
import type { Command } from "../commands/commandContext";
import { checkpointsFor } from "../commands/targets";

/** Makes the gutter marks compare with a checkpoint from now on. */
export const setBaseline: Command = async (context, node) => {
  const targets = await checkpointsFor(context, node, {
    title: vscode.l10n.t("Set as Baseline"),
    placeHolder: vscode.l10n.t(
      "Choose the checkpoint that the gutter compares with",
    ),
  });
  for (const { session, checkpoint } of targets)
    await context.documents.baselines.set(session, checkpoint);
  const [first] = targets;
  if (first)
    vscode.window.setStatusBarMessage(
      vscode.l10n.t(
        "$(check) The gutter shows changes since #{0}",
        first.checkpoint.number,
      ),
      5000,
    );
};

export const clearBaseline: Command = async ({ documents }) => {
  await documents.baselines.clear();
};
