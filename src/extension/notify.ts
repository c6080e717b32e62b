import * as vscode from "vscode";

/**
 * Returns a text that a notification shows as it is. There `[name](command:...)` is
 * a link that runs a command, and names come from agents and from files.
 */
export function noLinks(text: string): string {
  return text.replaceAll("](", "]\u200b(");
}

/** Shows a notification; resolves with the button that was pressed, if any was. */
export function inform(
  text: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(noLinks(text), ...buttons);
}

/** The same for what somebody should look at. */
export function warn(
  text: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(noLinks(text), ...buttons);
}

/** The same for what failed. */
export function alarm(
  text: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(noLinks(text), ...buttons);
}
