import path from "node:path";
import * as vscode from "vscode";
import { copiesDir } from "../inspect/copies";
import type { SpokenError } from "../../wording/errors";
import type { FolderState } from "./folders";

/** Returns why a folder is not opened and what to do about it; null if it is. */
export function whyNotRecorded(
  folder: vscode.WorkspaceFolder,
  isEnabled: boolean,
  /** The extension's own storage. */
  home: string,
): [Extract<FolderState, "unsupported" | "refused">, SpokenError] | null {
  if (folder.uri.scheme !== "file")
    return [
      "unsupported",
      problem(
        vscode.l10n.t(
          "This folder is not on this machine's disk, so it is not recorded.",
        ),
        vscode.l10n.t(
          "Open it on the machine that has the files, for example over SSH.",
        ),
      ),
    ];
  if (folder.uri.fsPath.startsWith(copiesDir(home) + path.sep))
    return [
      "refused",
      problem(
        vscode.l10n.t(
          "This folder is a copy of a checkpoint, so it is not recorded.",
        ),
        vscode.l10n.t("Copy what you want to keep to another folder."),
      ),
    ];
  if (!isEnabled)
    return [
      "refused",
      problem(
        vscode.l10n.t("Checkpoint is turned off in your settings."),
        vscode.l10n.t("Turn on the setting checkpoint.enabled to record it."),
      ),
    ];
  return null;
}

/** For a folder that left the window. */
export function noLongerOpen(folder: vscode.WorkspaceFolder): SpokenError {
  return problem(
    vscode.l10n.t("{0} is no longer open.", folder.name),
    vscode.l10n.t("Open the folder again, then retry."),
  );
}

function problem(message: string, hint: string): SpokenError {
  return { code: "refused", message, hint, data: {} };
}
