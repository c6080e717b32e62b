import * as vscode from "vscode";
import type { CheckpointError } from "../../engine/model/errors";
import { warn } from "../notify";
import { spoken } from "../../wording/errors";
import { voice } from "../text/voice";

/**
 * Asks once whether to record a folder above the budget and remembers the answer. The view keeps
 * showing the question.
 */
export class OverBudget {
  private readonly key: string;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    private readonly memory: vscode.Memento,
  ) {
    this.key = `budget:${folder.uri.toString()}`;
  }

  /** True if the user agreed. */
  get isAgreed(): boolean {
    return this.memory.get(this.key) === "record";
  }

  async agree(): Promise<void> {
    await this.memory.update(this.key, "record");
  }

  /** True if the user agrees; dismissing the question means “not now”. */
  async ask(error: CheckpointError): Promise<boolean> {
    if (this.memory.get(this.key) !== undefined) return false;
    await this.memory.update(this.key, "asked");
    const record = vscode.l10n.t("Record Anyway");
    const exclude = vscode.l10n.t("Exclude Folders...");
    const chosen = await warn(
      vscode.l10n.t(
        "Checkpoint does not record “{0}” yet. {1}",
        this.folder.name,
        spoken(error, voice).message,
      ),
      exclude,
      record,
      vscode.l10n.t("Not Now"),
    );
    if (chosen === exclude)
      await vscode.commands.executeCommand("checkpoint.excludeFolders");
    return chosen === record;
  }
}
