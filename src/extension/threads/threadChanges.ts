import * as vscode from "vscode";
import { messageTitle, threadTitle } from "../timeline/threadText";
import type { Command } from "../commands/commandContext";
import { restoreWords, whatFolders } from "../restore/restore";
import { restoreFlow } from "../restore/restoreFlow";
import { restoreStep } from "../restore/restoreStep";
import { revertFlow, revertWords } from "../revert/revertFlow";
import { isNode, rowGone } from "../commands/targets";

/** Reverts the changes of a conversation or of one message and keeps others' work. */
export const undoThread: Command = async ({ documents }, node) => {
  if (!isNode(node)) throw rowGone();
  if (node.type === "thread")
    await revertFlow(
      documents,
      node.session,
      { thread: node.thread.id },
      revertWords(
        vscode.l10n.t(
          "the changes of conversation “{0}”",
          threadTitle(node.thread, 40),
        ),
      ),
    );
  if (node.type === "message")
    await revertFlow(
      documents,
      node.session,
      { thread: node.message.thread, message: node.message.id },
      revertWords(
        vscode.l10n.t("the changes of “{0}”", messageTitle(node.message, 40)),
      ),
    );
};

/** Restores the files to their state at a message; the conversation stays. */
export const restoreToMessage: Command = async ({ folders }, node) => {
  if (!isNode(node) || node.type !== "message") throw rowGone();
  const { session, message } = node;
  await restoreFlow(
    [restoreStep(session, { to: `@${message.moment}` })],
    restoreWords(
      `“${messageTitle(message, 40)}”`,
      whatFolders(folders, [session]),
    ),
  );
};
