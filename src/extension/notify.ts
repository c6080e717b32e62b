import * as vscode from "vscode";
import { escapeDirections } from "../base/directions";

/**
 * Escapes text for a notification, in which `[name](command:...)` would be a link that runs a
 * command. Names come from agents and files.
 */
export function noLinks(text: string): string {
  return escapeDirections(text).replaceAll("](", "]\u200b(");
}

/** Shows a notification; resolves with the pressed button, if any. */
export function inform(
  text: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(noLinks(text), ...buttons);
}

/** Like `inform`, for a warning. */
export function warn(
  text: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(noLinks(text), ...buttons);
}

/** Like `inform`, for an error. */
export function alarm(
  text: string,
  ...buttons: string[]
): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(noLinks(text), ...buttons);
}
