import * as vscode from "vscode";
import type { EngineEvent } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import type { Folders, FolderSession } from "./folders";
import { log } from "./log";
import { showError } from "./showError";

/** What an engine found wrong with its store, for a person. */
export function damageOf(
  folder: vscode.WorkspaceFolder,
  detail: string,
): CheckpointError {
  const text = detail.replace(/[.]$/, "");
  return new CheckpointError(
    "damaged",
    vscode.l10n.t(
      "Something is wrong with the history of {0}: {1}.",
      folder.name,
      text,
    ),
    { hint: vscode.l10n.t("Verify it to see what is affected.") },
  );
}

/**
 * Tells a person what nobody asked for and they must know: that a history is
 * damaged, once for each folder, and how a restore ended that was cut off.
 */
export function tellHealth(folders: Folders): vscode.Disposable {
  const told = new WeakSet<FolderSession>();
  const listening = folders.onDidChange(({ session, event }) => {
    if (event.type === "recovered") tellRecovered(session, event);
    if (event.type !== "damaged") return;
    log.warn("Damaged", { folder: session.folder.name, detail: event.detail });
    if (told.has(session)) return;
    told.add(session);
    void showError(damageOf(session.folder, event.detail));
  });
  return new vscode.Disposable(() => listening.dispose());
}

function tellRecovered(
  { folder }: FolderSession,
  { state, leftAlone }: Extract<EngineEvent, { type: "recovered" }>,
): void {
  const said =
    state === "recovered"
      ? vscode.l10n.t(
          "A restore in {0} that was cut off has been finished.",
          folder.name,
        )
      : vscode.l10n.t(
          "A restore in {0} that was cut off has been taken back.",
          folder.name,
        );
  const more =
    leftAlone.length === 0
      ? ""
      : " " +
        vscode.l10n.t(
          "Changed since, and left alone: {0}",
          leftAlone.slice(0, 5).join(", ") + (leftAlone.length > 5 ? "…" : ""),
        );
  void vscode.window.showInformationMessage(said + more);
}
