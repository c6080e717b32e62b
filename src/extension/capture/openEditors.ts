import * as vscode from "vscode";
import type { UnsavedText } from "../../engine/model/restorePlan";
import type { Editors } from "./captures";

/**
 * The unsaved texts of a folder's editors. `limitBytes` keeps a giant editor
 * from being copied at every pause: what is too large on disk is too large here.
 */
export function openEditors(
  pathOf: (uri: vscode.Uri) => string | undefined,
  options: () => { isOn: boolean; limitBytes: number },
): Editors {
  const dirty = function* (): Generator<[string, vscode.TextDocument]> {
    if (!options().isOn) return;
    for (const document of vscode.workspace.textDocuments) {
      const path = document.isDirty && pathOf(document.uri);
      if (path) yield [path, document];
    }
  };
  const textOf = (document: vscode.TextDocument): string | null => {
    const text = document.getText();
    return text.length > options().limitBytes ? null : text;
  };
  return {
    unsavedText(path) {
      for (const [each, document] of dirty())
        if (each === path) return textOf(document);
      return null;
    },
    unsavedTexts: (): UnsavedText[] =>
      [...dirty()]
        .map(([path, document]) => ({ path, text: textOf(document) }))
        .filter(({ text }) => text !== null),
  };
}
