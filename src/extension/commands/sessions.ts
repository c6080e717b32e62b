import * as vscode from "vscode";
import type { CheckpointError } from "../../engine/model/errors";
import { placeOf, type Place } from "../documents/activeFile";
import type { FolderSession, Folders } from "../session/folders";
import { isRecorded } from "../timeline/recorded";
import { SaidError } from "../../wording/said";

/** Returns the folders that are being recorded; throws if there is none. */
export function recordedSessions(folders: Folders): FolderSession[] {
  const recorded = folders.all.filter(isRecorded);
  if (recorded.length > 0) return recorded;
  const problem = folders.all.find((session) => session.problem)?.problem;
  if (problem) throw SaidError.of(problem);
  throw new SaidError(
    "refused",
    vscode.l10n.t("No folder is being recorded."),
    { hint: vscode.l10n.t("Open a folder first.") },
  );
}

/** Returns the folder that contains a file and its path there; throws if there is none. */
export function fileOf(folders: Folders, uri: vscode.Uri): Place {
  const place = placeOf(folders, uri);
  if (place && place.path !== "") return place;
  throw notRecorded();
}

/** Like `fileOf`, also for a workspace folder itself. */
export function fileOrRootOf(folders: Folders, uri: vscode.Uri): Place {
  const place = placeOf(folders, uri);
  if (place) return place;
  throw notRecorded();
}

function notRecorded(): CheckpointError {
  return new SaidError(
    "bad-path",
    vscode.l10n.t("This file is not in a folder that is being recorded."),
  );
}
