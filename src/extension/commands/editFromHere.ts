import * as vscode from "vscode";
import type { UnsavedText } from "../../engine/model/restorePlan";
import type { ThreadEdit } from "../../engine/model/thread";
import { fileUri, momentUri } from "../documents/checkpointUri";
import { log } from "../log";
import { sourceName } from "../views/kinds";
import { shorten } from "../views/markdown";
import type { MessageNode } from "../views/nodes";
import type { Command } from "./commandContext";
import { showRestored } from "./editorsAfterRestore";
import type { DiffedFile } from "./openMultiDiff";
import { openPreview } from "./restorePreview";
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
  const { session } = node;
  await session.flush();
  const edit = await ask(node, false, session.unsavedTexts());
  if (!(await confirm(node, edit))) return;
  const done = await session.whileWriting(async () => {
    const held = session.unsavedTexts();
    const result = await ask(node, true, held);
    if (result.applied) await showRestored(session, asPlan(result), held);
    return result;
  });
  tell(node, done);
};

function ask(
  node: MessageNode,
  apply: boolean,
  editors: readonly UnsavedText[],
): Promise<ThreadEdit> {
  const { session, message } = node;
  return withCancel(vscode.l10n.t("Edit from here"), (call) =>
    session.engine.editMessage(
      {
        thread: message.thread,
        message: message.id,
        apply,
        as: "editor",
        editors,
      },
      call,
    ),
  );
}

async function confirm(node: MessageNode, edit: ThreadEdit): Promise<boolean> {
  const { session, message } = node;
  const title = vscode.l10n.t("Edit from “{0}”", shorten(message.text, 40));
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
      shorten(message.text, 60),
    );
    const answer = await vscode.window.showWarningMessage(
      question,
      { modal: true, detail: detailOf(edit) },
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

function detailOf(edit: ThreadEdit): string {
  const others = edit.changedByOthers
    .slice(0, 5)
    .map(
      ({ path, sources }) =>
        `  ${path} (${sources.map(sourceName).join(", ")})`,
    );
  return [
    filesBack(edit.restorations.length),
    messagesBack(edit.deletedMessages.length),
    others.length === 0
      ? ""
      : [vscode.l10n.t("Also changed by others since:"), ...others].join("\n"),
    vscode.l10n.t("Undo Restore brings both back."),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function filesBack(count: number): string {
  if (count === 0) return vscode.l10n.t("The files are already as they were.");
  return count === 1
    ? vscode.l10n.t("1 file will be as it was then.")
    : vscode.l10n.t("{0} files will be as they were then.", count);
}

function messagesBack(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? vscode.l10n.t("1 later message is marked as taken back.")
    : vscode.l10n.t("{0} later messages are marked as taken back.", count);
}

function tell({ message }: MessageNode, edit: ThreadEdit): void {
  for (const failure of edit.failures) log.warn("Not restored", { ...failure });
  if (!edit.applied) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        "Nothing was changed: {0}",
        edit.failures[0]?.message ?? vscode.l10n.t("see the log"),
      ),
    );
    return;
  }
  const undo = vscode.l10n.t("Undo");
  vscode.window
    .showInformationMessage(
      vscode.l10n.t("Back at “{0}”.", shorten(message.text, 60)),
      undo,
    )
    .then((answer) => {
      if (answer === undo)
        void vscode.commands.executeCommand("checkpoint.undoRestore");
    });
}

/** The editors need only to know which paths were written or removed. */
function asPlan(edit: ThreadEdit): Parameters<typeof showRestored>[1] {
  const state = { hash: "", mode: 0, sizeBytes: 0 };
  return {
    writes: edit.restorations.flatMap(({ path, action }) =>
      action === "delete" ? [] : [{ path, action, before: null, after: state }],
    ),
    deletes: edit.restorations.flatMap(({ path, action }) =>
      action === "delete" ? [{ path, before: state }] : [],
    ),
    unsaved: [],
  };
}
