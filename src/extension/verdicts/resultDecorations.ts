import * as vscode from "vscode";
import type { Verdict } from "../../answers/verdict";
import { resultOf, type Result } from "../../engine/model/verdicts";

const SCHEME = "checkpoint-result";

/**
 * Themes define these for text in lists; the contrast themes leave the row as it is, and
 * the sign and the word in it remain. A state that passed needs no attention.
 */
const COLORS: Readonly<Partial<Record<Result, string>>> = {
  failed: "list.errorForeground",
  mixed: "list.warningForeground",
};

/** Gives a row the colour of what its checks came to, by a uri that is never opened. */
export function colorByResult(
  item: vscode.TreeItem,
  verdicts: readonly Verdict[],
): void {
  const result = resultOf(verdicts);
  if (result !== null && COLORS[result] !== undefined)
    item.resourceUri = vscode.Uri.from({ scheme: SCHEME, path: `/${result}` });
}

/** Colours the rows of states that failed their checks. */
export class ResultDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== SCHEME) return undefined;
    const color = COLORS[uri.path.slice(1) as Result];
    return color === undefined
      ? undefined
      : new vscode.FileDecoration(
          undefined,
          undefined,
          new vscode.ThemeColor(color),
        );
  }
}
