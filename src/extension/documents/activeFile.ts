import * as vscode from "vscode";
import type { FolderSession, Folders } from "../session/folders";
import { folderKey, fromUri } from "./checkpointUri";

/** A file or folder of a recorded folder; the path of that folder itself is empty. */
export interface Place {
  session: FolderSession;
  path: string;
}

/** Returns the file of the active tab, in any kind of editor; for a comparison, its right side. */
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

/** Like `activeUri`, but in a multi-file editor, which has no single tab, the file with the cursor. */
export function activeFile(): vscode.Uri | undefined {
  return activeUri() ?? vscode.window.activeTextEditor?.document.uri;
}

/** Returns the folder of the active file. */
export function activeSession(
  folders: Pick<Folders, "all" | "of">,
): FolderSession | undefined {
  const uri = activeFile();
  return uri && placeOf(folders, uri)?.session;
}

/** Returns a uri's folder and path; one of our documents counts as its file. */
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
