import * as vscode from "vscode";
import type { AuthorLines, Authors } from "../../answers/blame";
import { percentOf } from "../../wording/blame";
import { filesText, linesCount } from "../../wording/counts";
import { SaidError } from "../../wording/said";
import type { Command } from "../commands/commandContext";
import { pickFolder } from "../commands/pickFolder";
import { recordedSessions } from "../commands/sessions";
import { withCancel } from "../commands/showProgress";
import { fileUri } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { shorten } from "../text/markdown";
import { noIcons } from "../text/quickPickText";
import { voice } from "../text/voice";
import { authorIcon } from "../timeline/authors";
import { showConversation } from "./conversation";
import { shareImage } from "./gutterMark";
import { shareName } from "./lineText";

interface AuthorItem extends vscode.QuickPickItem {
  row: AuthorLines;
}

interface FileItem extends vscode.QuickPickItem {
  /** Absent for the item that shows the conversation. */
  path?: string;
}

/**
 * Shows who wrote the lines of the files that changed since recording began, each author with the
 * share as a small picture, and then the files of the one who is chosen.
 */
export const showAuthors: Command = async ({ folders, lineAuthors }) => {
  const title = vscode.l10n.t("Authors of the Changed Files");
  const session = await pickFolder(recordedSessions(folders), title);
  if (!session) return;
  await session.flush();
  const answer = await withCancel(title, (call) =>
    session.engine.authors({}, call),
  );
  if (answer.authors.length === 0)
    throw new SaidError(
      "not-found",
      vscode.l10n.t("No file with lines has changed since recording began."),
    );
  const picked = await vscode.window.showQuickPick(
    authorItems(answer, (id) => lineAuthors.colorOf(id)),
    {
      title,
      placeHolder: vscode.l10n.t("Choose an author to see the files"),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked) await showFiles(session, picked.row);
};

function authorItems(
  { authors }: Authors,
  colorOf: (id: string) => string,
): AuthorItem[] {
  const all = authors.reduce((sum, { lines }) => sum + lines, 0);
  return authors.map((row) => {
    const { source, lines, files, title } = row;
    const percent = percentOf(lines, all);
    const color = source === null ? undefined : authorIcon(source).color?.id;
    return {
      label: noIcons(shareName(source)),
      description: [
        `${percent}%`,
        linesCount(lines, voice),
        filesText(files.length, voice),
      ].join(" · "),
      ...(title === null ? {} : { detail: noIcons(shorten(title, 100)) }),
      iconPath: vscode.Uri.parse(shareImage(percent, colorOf(color ?? ""))),
      row,
    };
  });
}

async function showFiles(
  session: FolderSession,
  { source, thread, files }: AuthorLines,
): Promise<void> {
  const conversation: FileItem = {
    label: vscode.l10n.t("Show Conversation"),
    iconPath: new vscode.ThemeIcon("comment-discussion"),
  };
  const items = [...files]
    .sort((a, b) => b.lines - a.lines)
    .map((file): FileItem => ({
      label: noIcons(file.path),
      description: linesCount(file.lines, voice),
      path: file.path,
    }));
  const picked = await vscode.window.showQuickPick(
    thread === null ? items : [conversation, ...items],
    {
      title: noIcons(shareName(source)),
      placeHolder: vscode.l10n.t("Choose a file to open"),
    },
  );
  if (picked?.path !== undefined)
    await vscode.window.showTextDocument(fileUri(session, picked.path));
  else if (picked && thread !== null)
    await showConversation(session, thread, null);
}
