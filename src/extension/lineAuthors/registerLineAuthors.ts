import type * as vscode from "vscode";
import type { Folders } from "../session/folders";
import type { ContributedColor } from "./colorNow";
import { registerLineActions } from "./lineActions";
import { LineAuthors } from "./lineAuthors";

interface Manifest {
  contributes: { colors: ContributedColor[] };
}

export function registerLineAuthors(
  context: vscode.ExtensionContext,
  folders: Folders,
): LineAuthors {
  const { contributes } = context.extension.packageJSON as Manifest;
  const lineAuthors = new LineAuthors(folders, contributes.colors);
  context.subscriptions.push(lineAuthors, registerLineActions(folders));
  return lineAuthors;
}
