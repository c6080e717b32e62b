import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { RestoreReport } from "../../engine/model/restorePlan";
import type { ThreadEdit } from "../../engine/model/thread";
import { fileUri, momentUri } from "../documents/checkpointUri";
import { log } from "../log";
import { alarm, inform } from "../notify";
import type { MessageNode } from "../views/nodes";
import { messageTitle } from "../views/threadText";
import type { Command } from "./commandContext";
import { editText } from "./editText";
import type { DiffedFile } from "./openMultiDiff";
import { openPreview } from "./restorePreview";
import { withEditors, type RestoreOutcome } from "./restoreFlow";
import { waitForReview } from "./reviewRestore";
import { withCancel } from "./showProgress";
import { isNode, rowGone } from "./targets";

/**
 * Goes back to a message of a conversation: files as they were when it was
 * said, later messages marked as taken back. Shows and asks first; one undo
 * brings both back.
 */
export const editFromHere: Command = async (_context, node) => {
  if (!isNode(node) || node.type !== "message") throw rowGone();
  for (;;) {
    await node.session.flush();
    const edit = await plan(node);
    if (!(await confirm(node, edit))) return;
    try {
      tell(node, await apply(node, edit));
      return;
    } catch (error) {
      // What was agreed to is not what would be done.
      if (!CheckpointError.is(error, "plan-changed")) throw error;
      void inform(
        vscode.l10n.t(
          "Files changed while you were deciding. Please look at the changes again.",
        ),
      );
    }
  }
};

function plan({ session, message }: MessageNode): Promise<ThreadEdit> {
  return withCancel(vscode.l10n.t("Edit from here"), (call) =>
    session.engine.editMessage(
      {
        thread: message.thread,
        message: message.id,
        as: "editor",
        editors: session.unsavedTexts(),
      },
      call,
    ),
  );
}

/** Does what was shown, by its plan: a new one might do more. */
function apply(
  { session }: MessageNode,
  { planId }: ThreadEdit,
): Promise<RestoreReport> {
  return session.whileWriting(() =>
    withEditors(session, (editors) =>
      withCancel(vscode.l10n.t("Edit from here"), (call) =>
        session.engine.applyRestore(
          planId,
          { source: "editor", editors },
          call,
        ),
      ),
    ),
  );
}

async function confirm(node: MessageNode, edit: ThreadEdit): Promise<boolean> {
  const { session, message } = node;
  const title = vscode.l10n.t("Edit from “{0}”", messageTitle(message, 40));
  const { moment: now } = await session.engine.resolve("workspace");
  const files = edit.restorations.map(({ path, action }): DiffedFile => [
    fileUri(session, path),
    action === "create" ? undefined : momentUri(session, path, now),
    action === "delete" ? undefined : momentUri(session, path, message.moment),
  ]);
  const preview = await openPreview(title, files);
  try {
    const go = vscode.l10n.t("Go Back to This Message");
    const look = vscode.l10n.t("Review Changes");
    const question = vscode.l10n.t(
      "Go back to the message “{0}”?",
      messageTitle(message, 60),
    );
    const answer = await vscode.window.showWarningMessage(
      question,
      { modal: true, detail: editText(edit) },
      look,
      go,
    );
    if (answer !== look) return answer === go;
    return (
      (await waitForReview({ question, button: go }, preview)) === "restore"
    );
  } finally {
    preview.dispose();
  }
}

function tell({ session, message }: MessageNode, report: RestoreReport): void {
  for (const failure of report.failures)
    log.warn("Not restored", { ...failure });
  // What is only partly done is told where it happens, as that.
  if (report.isHalfDone) return;
  if (!report.applied) {
    void alarm(
      vscode.l10n.t(
        "Nothing was changed: {0}",
        report.failures[0]?.message ?? vscode.l10n.t("see the log"),
      ),
    );
    return;
  }
  const undo = vscode.l10n.t("Undo");
  inform(
    vscode.l10n.t("Back at “{0}”.", messageTitle(message, 60)),
    // Where nothing was to do, the last restore is another one.
    ...(report.restoreId === null ? [] : [undo]),
  ).then((answer) => {
    // This one: another restore may have been made since.
    const outcome: RestoreOutcome = { steps: [{ session, report }] };
    if (answer === undo)
      void vscode.commands.executeCommand("checkpoint.undoRestore", outcome);
  });
}
