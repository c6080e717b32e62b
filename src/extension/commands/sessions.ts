import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { FolderSession, Folders } from "../folders";
import { isRecorded } from "../views/timelineData";

/** The folders that can be asked for something; throws when there is none. */
export function recordedSessions(folders: Folders): FolderSession[] {
  const recorded = folders.all.filter(isRecorded);
  if (recorded.length > 0) return recorded;
  const problem = folders.all.find((session) => session.problem)?.problem;
  if (problem) throw CheckpointError.fromJson(problem);
  throw new CheckpointError(
    "refused",
    vscode.l10n.t("No folder is being recorded."),
    { hint: vscode.l10n.t("Open a folder first.") },
  );
}

/** The folder a file belongs to and its path there; throws when there is none. */
export function fileOf(
  folders: Folders,
  uri: vscode.Uri,
): { session: FolderSession; path: string } {
  const session = folders.of(uri);
  const path = session?.pathOf(uri);
  if (session && path !== undefined) return { session, path };
  throw new CheckpointError(
    "bad-path",
    vscode.l10n.t("This file is not in a folder that is being recorded."),
  );
}
