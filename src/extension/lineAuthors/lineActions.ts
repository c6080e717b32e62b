import * as vscode from "vscode";
import type { LineVersion } from "../../engine/api";
import { runCommand } from "../commands/runCommand";
import type { FolderSession, Folders } from "../session/folders";
import { changeRows } from "../timeline/changeRows";
import type { ChangeNode } from "../timeline/nodes";
import { shorten } from "../text/markdown";
import { SaidError } from "../../wording/said";
import { exactTime } from "../../wording/times";
import { registerConversations, showConversation } from "./conversation";
import { restoreText } from "./restoreText";

/** The version that brought a line, as plain data: a hover's links carry nothing else. */
export interface LineRef {
  folder: string;
  /** The path that the file has now, and the one it had then. */
  file: string;
  path: string;
  moment: number;
  thread: string | null;
  message: string | null;
  /** For titles: its prompt, or its time. */
  name: string;
}

export interface LineAction {
  command: string;
  title: string;
  icon: string;
}

const PREFIX = "_checkpoint.line.";

/** What can be done about the version that brought a line. */
export function actionsFor(by: LineVersion | null): LineAction[] {
  const action = (name: string, title: string, icon: string): LineAction => ({
    ...{ command: PREFIX + name, title, icon },
  });
  // Text that was never saved, or is older than the history, has no change to open.
  if (by === null || by.unsaved || by.age !== "recorded") return [];
  const isTurn = by.thread !== null && by.message !== null;
  return [
    action("open", vscode.l10n.t("Open the Change"), "compare-changes"),
    action(
      "restoreBefore",
      vscode.l10n.t("Restore Before This..."),
      "debug-step-back",
    ),
    ...(isTurn
      ? [action("undoTurn", vscode.l10n.t("Undo This Turn..."), "reply")]
      : []),
    ...(by.thread === null
      ? []
      : [
          action(
            "conversation",
            vscode.l10n.t("Show Conversation"),
            "comment-discussion",
          ),
        ]),
  ];
}

export function refOf(
  session: FolderSession,
  file: string,
  by: LineVersion,
): LineRef {
  const { path, moment, thread, message, prompt, recordedAt } = by;
  const name =
    prompt === null
      ? exactTime(recordedAt, vscode.env.language)
      : shorten(prompt, 50);
  const folder = session.folder.uri.toString();
  return { folder, file, path, moment, thread, message, name };
}

/** Registers the actions. They are not in the manifest, because they need a line. */
export function registerLineActions(folders: Folders): vscode.Disposable {
  const sessionOf = ({ folder }: LineRef): FolderSession => {
    const found = folders.all.find(
      (each) => each.folder.uri.toString() === folder,
    );
    if (found) return found;
    throw new SaidError(
      "not-found",
      vscode.l10n.t("That folder is no longer open in this window."),
    );
  };
  const runOn = (command: string, row: ChangeNode) =>
    vscode.commands.executeCommand(`checkpoint.${command}`, row);
  const onRow = (command: string) => async (ref: LineRef) => {
    await runOn(command, await rowOf(sessionOf(ref), ref));
  };
  const actions: Record<string, (ref: LineRef) => Promise<void>> = {
    open: onRow("openChange"),
    restoreBefore: async (ref) => {
      const session = sessionOf(ref);
      const row = await rowOf(session, ref);
      const { path, from, status } = row.change;
      const before = from ?? path;
      if (before === ref.file) await runOn("restoreBefore", row);
      else if (status === "added") throw cameWithFile();
      else
        await restoreText(session, ref.file, {
          path: before,
          moment: ref.moment - 1,
        });
    },
    undoTurn: onRow("undoTurn"),
    conversation: (ref) =>
      showConversation(sessionOf(ref), ref.thread ?? "", ref.message),
  };
  return vscode.Disposable.from(
    registerConversations(folders),
    ...Object.entries(actions).map(([name, run]) =>
      vscode.commands.registerCommand(PREFIX + name, (ref: LineRef) =>
        runCommand(() => run(ref)),
      ),
    ),
  );
}

function cameWithFile(): SaidError {
  return new SaidError(
    "not-found",
    vscode.l10n.t(
      "This line is as old as its file, so there is nothing before it to restore.",
    ),
  );
}

/** The row that the timeline would show for the change, so that its commands apply to it. */
async function rowOf(
  session: FolderSession,
  { path, moment, thread, message, name }: LineRef,
): Promise<ChangeNode> {
  const { engine } = session;
  const before = moment - 1;
  const diff = await engine.diff(
    `@${before}`,
    `@${moment}`,
    {},
    {
      isShort: true,
    },
  );
  const change = changeRows(diff).find(
    (row) => row.path === path && !row.isUnsaved,
  );
  const [newest] = (await engine.list({ limit: 1 })).checkpoints;
  if (!change || !newest)
    throw new SaidError(
      "not-found",
      vscode.l10n.t("The versions before and after this change are not kept."),
    );
  const target = { session, checkpoint: { ...newest, moment } };
  return {
    type: "change",
    target,
    change,
    previous: { moment: before, number: newest.number },
    at: {
      ...{ before, after: moment, name },
      turn: thread !== null && message !== null ? { thread, message } : null,
    },
    // It is in no tree, and no command asks for it.
    parent: { type: "problem", session },
  };
}
