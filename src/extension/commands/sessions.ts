import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import { placeOf, type Place } from "../documents/activeFile";
import type { FolderSession, Folders } from "../folders";
import { isRecorded } from "../views/recorded";

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
export function fileOf(folders: Folders, uri: vscode.Uri): Place {
  const place = placeOf(folders, uri);
  if (place && place.path !== "") return place;
  throw notRecorded();
}

/** The same, also for a workspace folder itself. */
export function fileOrRootOf(folders: Folders, uri: vscode.Uri): Place {
  const place = placeOf(folders, uri);
  if (place) return place;
  throw notRecorded();
}

function notRecorded(): CheckpointError {
  return new CheckpointError(
    "bad-path",
    vscode.l10n.t("This file is not in a folder that is being recorded."),
  );
}
