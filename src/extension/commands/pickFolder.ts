import * as vscode from "vscode";
import type { FolderSession } from "../session/folders";

/** Asks which folders to use. With one folder it does not ask; choosing none cancels. */
export async function pickFolders(
  sessions: readonly FolderSession[],
  title: string,
): Promise<FolderSession[]> {
  if (sessions.length < 2) return [...sessions];
  const all = {
    label: vscode.l10n.t("All folders"),
    description: "",
    sessions: [...sessions],
  };
  const items = sessions.map((session) => ({
    label: session.folder.name,
    description: session.folder.uri.fsPath,
    sessions: [session],
  }));
  const picked = await vscode.window.showQuickPick([all, ...items], {
    title,
    placeHolder: vscode.l10n.t("Choose a folder"),
  });
  return picked?.sessions ?? [];
}

export async function pickFolder(
  sessions: readonly FolderSession[],
  title: string,
): Promise<FolderSession | undefined> {
  if (sessions.length < 2) return sessions[0];
  const picked = await vscode.window.showQuickPick(
    sessions.map((session) => ({
      label: session.folder.name,
      description: session.folder.uri.fsPath,
      session,
    })),
    { title, placeHolder: vscode.l10n.t("Choose a folder") },
  );
  return picked?.session;
}
