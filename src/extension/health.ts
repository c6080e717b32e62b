import * as vscode from "vscode";
import type { EngineEvent } from "../engine/api";
import { CheckpointError, type ErrorJson } from "../engine/model/errors";
import { damageText, recoveredText, unendedText } from "./healthText";
import { log } from "./log";
import { alarm, inform } from "./notify";
import { showError } from "./showError";

/**
 * How the history of a folder is. Tells a person what nobody asked for and they
 * must know: that it is damaged, and how a restore ended that was cut off.
 */
export class Health {
  /** What was found wrong with the history, which is used all the same. */
  private damage: ErrorJson | null = null;
  /** Why a restore is neither done nor taken back. */
  private unended: ErrorJson | null = null;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    private readonly changed: () => void,
  ) {}

  get problem(): ErrorJson | null {
    return this.unended ?? this.damage;
  }

  hear(event: EngineEvent): void {
    const { name } = this.folder;
    switch (event.type) {
      case "damaged":
        log.warn("Damaged", { folder: name, detail: event.detail });
        // One notification for all that is found: verifying tells the rest.
        if (this.damage) return;
        this.damage = damageText(name, event.detail);
        void showError(CheckpointError.fromJson(this.damage));
        return this.changed();
      case "unended":
        this.unended = unendedText(name, event.detail);
        void tellUnended(this.unended);
        return this.changed();
      case "recovered":
        void tellRecovered(recoveredText(name, event), event.state);
        return this.ended();
      case "restored":
        if (event.report.applied) this.ended();
        return;
      case "captured":
      case "created":
      case "edited":
      case "deleted":
      case "thread":
      case "refreshed":
        return;
    }
  }

  /** The person knows what is affected, and what could be mended is. */
  forgetDamage(): void {
    this.damage = null;
    this.changed();
  }

  private ended(): void {
    if (!this.unended) return;
    this.unended = null;
    this.changed();
  }
}

async function tellUnended({ message, hint }: ErrorJson): Promise<void> {
  const again = vscode.l10n.t("Try Again");
  const showLog = vscode.l10n.t("Show Log");
  log.warn(message);
  const answer = await alarm(`${message} ${hint}`, again, showLog);
  if (answer === again)
    await vscode.commands.executeCommand("checkpoint.retry");
  if (answer === showLog) log.show();
}

async function tellRecovered(
  text: string,
  state: "recovered" | "rolled-back",
): Promise<void> {
  log.info(text);
  const undo = vscode.l10n.t("Undo Restore");
  const timeline = vscode.l10n.t("Show Timeline");
  const answer = await inform(
    text,
    ...(state === "recovered" ? [undo, timeline] : [timeline]),
  );
  // It asks before it does: hours may have gone by.
  if (answer === undo)
    await vscode.commands.executeCommand("checkpoint.undoRestore");
  if (answer === timeline)
    await vscode.commands.executeCommand("checkpoint.timeline.focus");
}
