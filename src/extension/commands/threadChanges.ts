import * as vscode from "vscode";
import { messageTitle, threadTitle } from "../views/threadText";
import type { Command } from "./commandContext";
import { restoreWords, whatFolders } from "./restore";
import { restoreFlow, restoreStep } from "./restoreFlow";
import { revertFlow, revertWords } from "./revertFlow";
import { isNode, rowGone } from "./targets";

/** Takes back what was changed in a thread, or by one message; keeps others' work. */
export const undoThread: Command = async ({ documents }, node) => {
  if (!isNode(node)) throw rowGone();
  if (node.type === "thread")
    await revertFlow(
      documents.merges,
      node.session,
      { thread: node.thread.id },
      revertWords(
        vscode.l10n.t(
          "the changes of thread “{0}”",
          threadTitle(node.thread, 40),
        ),
      ),
    );
  if (node.type === "message")
    await revertFlow(
      documents.merges,
      node.session,
      { thread: node.message.thread, message: node.message.id },
      revertWords(
        vscode.l10n.t("the changes of “{0}”", messageTitle(node.message, 40)),
      ),
    );
};

/** Restores the files to how they were when a message was said; the thread stays. */
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
