import type * as vscode from "vscode";
import { editedPath } from "../session/editedPath";
import type { Recorder } from "./recorder";

/** A folder whose files the editor may change. */
export interface EditedFolder {
  pathOf(uri: vscode.Uri): string | undefined;
  /** Undefined while nothing is recorded. */
  readonly recorder: EditRecorder | undefined;
}

type EditRecorder = Pick<
  Recorder,
  "willSave" | "willWrite" | "byEditor" | "textTouched" | "formatted"
>;

/** Returns the recorders of the folders with this file, each with its path there. */
export function foldersWith(
  folders: Iterable<EditedFolder>,
  uri: vscode.Uri,
): [EditRecorder, string][] {
  if (uri.scheme !== "file" && uri.scheme !== "untitled") return [];
  return [...folders].flatMap((folder): [EditRecorder, string][] => {
    const path = editedPath(folder, uri);
    return path !== undefined && folder.recorder
      ? [[folder.recorder, path]]
      : [];
  });
}
