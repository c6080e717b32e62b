import * as vscode from "vscode";
import type { FolderSession, Folders } from "../folders";
import { folderKey, fromUri } from "./checkpointUri";

/** A file or folder of a recorded folder; the path of that folder itself is empty. */
export interface Place {
  session: FolderSession;
  path: string;
}

/** The file of the active tab, in an editor of any kind; of a comparison its right side. */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
  )
    return input.uri;
  if (
    input instanceof vscode.TabInputTextDiff ||
    input instanceof vscode.TabInputNotebookDiff
  )
    return input.modified;
  return undefined;
}

/** The same; in an editor of many files, where no tab tells, the one with the cursor. */
export function activeFile(): vscode.Uri | undefined {
  return activeUri() ?? vscode.window.activeTextEditor?.document.uri;
}

/** The folder whose file is in front. */
export function activeSession(
  folders: Pick<Folders, "all" | "of">,
): FolderSession | undefined {
  const uri = activeFile();
  return uri && placeOf(folders, uri)?.session;
}

/** Where a uri lies; one of ours is the past of a file and means that file. */
export function placeOf(
  folders: Pick<Folders, "all" | "of">,
  uri: vscode.Uri,
): Place | undefined {
  const address = fromUri(uri);
  if (address) {
    const session = folders.all.find(
      (each) => folderKey(each) === address.folder,
    );
    return session && { session, path: address.path };
  }
  const session = folders.of(uri);
  return session && { session, path: session.pathOf(uri) ?? "" };
}
