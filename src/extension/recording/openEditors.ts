import * as vscode from "vscode";
import type { UnsavedText } from "../../engine/model/restorePlan";
import { editedPath } from "../session/editedPath";
import type { Editors } from "./captures";

/**
 * The unsaved texts of a folder's editors. `limitBytes` keeps a huge document from being copied at
 * every pause; it is the same limit as for files on disk.
 */
export function openEditors(
  folder: { pathOf(uri: vscode.Uri): string | undefined },
  options: () => { isOn: boolean; limitBytes: number },
): Editors {
  const dirty = (): Map<string, vscode.TextDocument> => {
    const found = new Map<string, vscode.TextDocument>();
    if (!options().isOn) return found;
    for (const document of vscode.workspace.textDocuments) {
      const path = document.isDirty && editedPath(folder, document.uri);
      // The editor of the file itself counts before one that would create it.
      if (path && (!found.has(path) || !document.isUntitled))
        found.set(path, document);
    }
    return found;
  };
  const textOf = (document: vscode.TextDocument): string | null => {
    const text = document.getText();
    return text.length > options().limitBytes ? null : text;
  };
  return {
    unsavedText(path) {
      const document = dirty().get(path);
      return document ? textOf(document) : null;
    },
    unsavedTexts: (): UnsavedText[] =>
      [...dirty()]
        .map(([path, document]) => ({ path, text: textOf(document) }))
        .filter(({ text }) => text !== null),
  };
}
