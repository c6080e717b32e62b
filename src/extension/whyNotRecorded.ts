import * as vscode from "vscode";
import type { ErrorJson } from "../engine/model/errors";
import type { FolderState } from "./folders";

/** Why a folder is not even opened, and what to do about it; null when it is. */
export function whyNotRecorded(
  folder: vscode.WorkspaceFolder,
  isEnabled: boolean,
): [Extract<FolderState, "unsupported" | "refused">, ErrorJson] | null {
  if (folder.uri.scheme !== "file")
    return [
      "unsupported",
      problem(
        vscode.l10n.t(
          "This folder is not on this machine's disk, so it is not recorded.",
        ),
        vscode.l10n.t("Open it where its files are, for example over SSH."),
      ),
    ];
  if (!isEnabled)
    return [
      "refused",
      problem(
        vscode.l10n.t("Checkpoint is turned off for this folder."),
        vscode.l10n.t("Turn on the setting checkpoint.enabled to record it."),
      ),
    ];
  return null;
}

/** For a folder that left the window. */
export function noLongerOpen(folder: vscode.WorkspaceFolder): ErrorJson {
  return problem(
    vscode.l10n.t("{0} is no longer open.", folder.name),
    vscode.l10n.t("Open the folder again, and try once more."),
  );
}

function problem(message: string, hint: string): ErrorJson {
  return { code: "refused", message, hint, data: {} };
}
