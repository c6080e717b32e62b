import * as vscode from "vscode";
import type { CheckpointError } from "../engine/model/errors";

/**
 * Asks whether a folder that is larger than expected is to be recorded all the
 * same. Saying nothing means not now.
 */
export async function askOverBudget(
  folder: vscode.WorkspaceFolder,
  error: CheckpointError,
): Promise<"record" | "not-now"> {
  const record = vscode.l10n.t("Record Anyway");
  const exclude = vscode.l10n.t("Exclude Folders...");
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "Checkpoint does not record “{0}” yet. {1}",
      folder.name,
      error.message,
    ),
    exclude,
    record,
    vscode.l10n.t("Not Now"),
  );
  if (chosen === exclude)
    await vscode.commands.executeCommand("checkpoint.excludeFolders");
  return chosen === record ? "record" : "not-now";
}
