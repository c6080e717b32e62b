import * as vscode from "vscode";
import type { Layer } from "../../engine/model/version";
import type { FolderSession } from "../session/folders";
import { fromQuery, toQuery, type Address, type PlayheadSide } from "./address";

export const SCHEME = "checkpoint";

export function toUri(address: Address): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: "/" + address.path,
    query: toQuery(address),
  });
}

export function fromUri(uri: vscode.Uri): Address | undefined {
  return uri.scheme === SCHEME ? fromQuery(uri.path, uri.query) : undefined;
}

/** Returns the uri of a file at a moment. Moments never change, so its content does not either. */
export function momentUri(
  session: FolderSession,
  path: string,
  moment: number,
  layer: Layer = "disk",
): vscode.Uri {
  const folder = folderKey(session);
  return toUri({ folder, path, show: "point", ref: `@${moment}`, layer });
}

/**
 * Like `momentUri`, for use next to the current file: the multi-diff editor treats two sides with
 * different uri paths as a rename.
 */
export function momentUriLike(
  session: FolderSession,
  path: string,
  moment: number,
  layer: Layer = "disk",
): vscode.Uri {
  const folder = folderKey(session);
  return vscode.Uri.from({
    scheme: SCHEME,
    path: fileUri(session, path).path,
    query: toQuery(
      { folder, path, show: "point", ref: `@${moment}`, layer },
      true,
    ),
  });
}

export function contentUri(
  session: FolderSession,
  path: string,
  hash: string,
): vscode.Uri {
  return toUri({ folder: folderKey(session), path, show: "content", hash });
}

/** Returns the uri of a file wherever the playhead is: its content changes, the uri does not. */
export function playheadUri(
  session: FolderSession,
  path: string,
  side: PlayheadSide,
): vscode.Uri {
  return toUri({ folder: folderKey(session), path, show: "playhead", side });
}

export function nothingUri(session: FolderSession, path: string): vscode.Uri {
  return toUri({ folder: folderKey(session), path, show: "nothing" });
}

export function fileUri(session: FolderSession, path: string): vscode.Uri {
  return vscode.Uri.joinPath(session.folder.uri, ...path.split("/"));
}

/** Returns the current file; undefined if it does not exist. */
export async function nowUri(
  session: FolderSession,
  path: string,
): Promise<vscode.Uri> {
  const file = fileUri(session, path);
  try {
    await vscode.workspace.fs.stat(file);
    return file;
  } catch {
    // It was deleted since, or only ever existed as unsaved text.
    return nothingUri(session, path);
  }
}

export function folderKey(session: FolderSession): string {
  return session.folder.uri.toString();
}
