import * as vscode from "vscode";
import { HERE_COLOR } from "./authors";
import { statusLooks, statusName, type ChangeStatus } from "./changeRows";

const SCHEME = "checkpoint-change";
const HERE = "here";

/** A uri for a row's icon, name and colour; it is never opened. */
export function changeUri(path: string, status: ChangeStatus): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: "/" + path, query: status });
}

/** The same for a row whose icon and name are enough. */
export function plainUri(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: "/" + path });
}

/** For a row that shows where the workspace is: its name has the colour of its icon. */
export function hereUri(): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: "/", query: HERE });
}

/** Puts the letter and the colour on changed files: A, M, D or R. */
export class ChangeDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== SCHEME) return undefined;
    if (uri.query === HERE) return { color: new vscode.ThemeColor(HERE_COLOR) };
    if (!(uri.query in statusLooks)) return undefined;
    const status = uri.query as ChangeStatus;
    const { letter, color } = statusLooks[status];
    return new vscode.FileDecoration(
      letter,
      statusName(status),
      new vscode.ThemeColor(color),
    );
  }
}
