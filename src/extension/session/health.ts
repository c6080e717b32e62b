import * as vscode from "vscode";
import type { EngineEvent, LockHolder } from "../../engine/api";
import type { SpokenError } from "../../wording/errors";
import {
  damagedText,
  recoveredText,
  unendedText,
  type Message,
} from "../../wording/health";
import { waitText } from "../../wording/progress";
import { l10n } from "../text/l10n";
import { shorten } from "../text/markdown";
import { voice, clockOf } from "../text/voice";
import { log } from "../log";
import { alarm, inform } from "../notify";
import { showError } from "../showError";
import { SaidError } from "../../wording/said";

/**
 * The health of a folder's history. Reports what a person must know without
 * asking: that it is damaged, and how an interrupted restore ended.
 */
export class Health {
  /** The damage found in the history, which stays in use. */
  private damage: SpokenError | null = null;
  /** Why a restore is neither finished nor rolled back. */
  private unended: SpokenError | null = null;
  /** Which process keeps changes from being recorded, null if it is unknown; undefined if none does. */
  private waitsFor: LockHolder | null | undefined;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    private readonly changed: () => void,
  ) {}

  get problem(): SpokenError | null {
    const { waitsFor } = this;
    if (waitsFor !== undefined) return waitingText(waitsFor);
    return this.unended ?? this.damage;
  }

  get holder(): LockHolder | null | undefined {
    return this.waitsFor;
  }

  hear(event: EngineEvent): void {
    const { name } = this.folder;
    switch (event.type) {
      case "damaged":
        log.warn("Damaged", { folder: name, ...event.finding });
        // One notification for all damage: verifying reports the rest.
        if (this.damage) return;
        this.damage = problem(
          "damaged",
          damagedText(name, event.finding, voice),
        );
        void showError(SaidError.of(this.damage));
        return this.changed();
      case "unended":
        this.unended = problem("io", unendedText(name, event.error, voice));
        void reportUnended(this.unended);
        return this.changed();
      case "recovered":
        void reportRecovered(
          `${name}: ${recoveredText(event, voice, (path) => shorten(path, 90))}`,
          event.state,
        );
        return this.ended();
      case "restored":
        if (event.report.applied) this.ended();
        return;
      case "waiting":
        this.waitsFor = event.isOver ? undefined : event.holder;
        if (!event.isOver) log.info(waitingText(event.holder).message);
        return this.changed();
      case "captured":
      case "created":
      case "edited":
      case "deleted":
      case "thread":
      case "refreshed":
        return;
    }
  }

  /** The user knows what is affected, and everything repairable has been repaired. */
  forgetDamage(): void {
    this.damage = null;
    this.changed();
  }

  /** The history was closed, and with it all waiting changes. */
  stopWaiting(): void {
    if (this.waitsFor === undefined) return;
    this.waitsFor = undefined;
    this.changed();
  }

  private ended(): void {
    if (!this.unended) return;
    this.unended = null;
    this.changed();
  }
}

function waitingText(holder: LockHolder | null): SpokenError {
  const data = {
    message: waitText(holder, clockOf, voice),
    hint: l10n.t(
      "Changes are recorded as soon as it has finished. You can use the history in the meantime.",
    ),
  };
  return problem("store-locked", data, { ...holder });
}

function problem(
  code: SpokenError["code"],
  { message, hint }: Message,
  data: SpokenError["data"] = {},
): SpokenError {
  return { code, message, hint, data };
}

async function reportUnended({ message, hint }: SpokenError): Promise<void> {
  const again = vscode.l10n.t("Try Again");
  const showLog = vscode.l10n.t("Show Log");
  log.warn(message);
  const answer = await alarm(`${message} ${hint}`, again, showLog);
  if (answer === again)
    await vscode.commands.executeCommand("checkpoint.retry");
  if (answer === showLog) log.show();
}

async function reportRecovered(
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
  // It asks for confirmation, since hours may have passed.
  if (answer === undo)
    await vscode.commands.executeCommand("checkpoint.undoRestore");
  if (answer === timeline)
    await vscode.commands.executeCommand("checkpoint.timeline.focus");
}
