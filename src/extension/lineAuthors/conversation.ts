import * as vscode from "vscode";
import type { FolderSession, Folders } from "../session/folders";
import { conversationText } from "./conversationText";

const SCHEME = "checkpoint-conversation";

/** Lets the editor open conversations, as texts that can only be read. */
export function registerConversations(folders: Folders): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent({ query }) {
      const [folder, thread] = JSON.parse(query) as [string, string];
      const session = folders.all.find(
        (each) => each.folder.uri.toString() === folder,
      );
      if (!session) return "";
      const detail = await session.engine.thread(thread);
      return conversationText(detail, null, vscode.env.language).text;
    },
  });
}

/** Opens a conversation at one of its messages. */
export async function showConversation(
  session: FolderSession,
  thread: string,
  message: string | null,
): Promise<void> {
  const detail = await session.engine.thread(thread);
  const { line } = conversationText(detail, message, vscode.env.language);
  const uri = vscode.Uri.from({
    scheme: SCHEME,
    path: `/${vscode.l10n.t("Conversation")}.md`,
    query: JSON.stringify([session.folder.uri.toString(), thread]),
  });
  await vscode.window.showTextDocument(uri, {
    preview: true,
    selection: new vscode.Range(line, 0, line, 0),
  });
}
