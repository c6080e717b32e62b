import type * as vscode from "vscode";

/**
 * Returns the path that an editor's text belongs to; undefined if it belongs to no file of the
 * folder. A text that has never been saved has a URI with its future path and another scheme.
 */
export function editedPath(
  folder: { pathOf(uri: vscode.Uri): string | undefined },
  uri: vscode.Uri,
): string | undefined {
  const isFileToBe = uri.scheme === "untitled" && uri.path.startsWith("/");
  return folder.pathOf(isFileToBe ? uri.with({ scheme: "file" }) : uri);
}
