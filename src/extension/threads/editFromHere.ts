import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { UnsavedText } from "../../engine/model/restorePlan";
import type { ThreadEdit } from "../../engine/model/thread";
import { fileUri, momentUri } from "../documents/checkpointUri";
import { log } from "../log";
import { alarm, inform, warn } from "../notify";
import type { MessageNode } from "../timeline/nodes";
import { messageTitle } from "../timeline/threadText";
import {
  applyInEditors,
  unsavedAmong,
  type RestoredStep,
} from "../restore/applyInEditors";
import type { Command } from "../commands/commandContext";
import { editText } from "./editText";
import type { DiffedFile } from "../compare/openMultiDiff";
import { leftText } from "../restore/reportRestore";
import { openPreview } from "../restore/restorePreview";
import type { RestoreOutcome } from "../restore/restoreStep";
import type { PlanPart } from "../restore/review";
import type { FileOf } from "../restore/reviewRows";
import { waitForReview } from "../restore/reviewRestore";
import { withCancel } from "../commands/showProgress";
import { isNode, rowGone } from "../commands/targets";
import { spokenFailure } from "../../wording/errors";
import { voice } from "../text/voice";

/**
 * Goes back to a message of a conversation: files as they were at that message, later messages
 * marked as deleted. It shows the changes and asks first; one undo reverses both.
 */
export const editFromHere: Command = async (_context, node) => {
  if (!isNode(node) || node.type !== "message") throw rowGone();
  let includeOthers = false;
  /** Why the user is asked again. */
  let news: string | undefined;
  for (;;) {
    const { edit, editors } = await plan(node, includeOthers);
    const answer = await confirm(node, edit, { editors, news });
    if (answer === "cancel") return;
    if (answer === "include-others") {
      // The plan changed, so it must be reviewed again.
      includeOthers = true;
      news = undefined;
      continue;
    }
    try {
      tell(node, await apply(node, edit, editors, answer.parts));
      return;
    } catch (error) {
      // What was confirmed is not what would be done.
      if (!CheckpointError.is(error, "plan-changed")) throw error;
      news = vscode.l10n.t(
        "Files changed while you were deciding. Review the changes again.",
      );
    }
  }
};

/** Returns the plan, and the unsaved texts it was made for. */
function plan(
  { session, message }: MessageNode,
  includeOthers: boolean,
): Promise<{ edit: ThreadEdit; editors: UnsavedText[] }> {
  return withCancel(
    vscode.l10n.t("Rewind conversation and files"),
    async (call) => {
      await session.flush(call);
      const editors = session.unsavedTexts();
      const edit = await session.engine.editMessage(
        {
          thread: message.thread,
          message: message.id,
          as: "editor",
          editors,
          includeOthers,
        },
        call,
      );
      return { edit, editors };
    },
  );
}

type Answer = { parts: PlanPart[] | null } | "include-others" | "cancel";

/** Applies exactly the plan that was shown, or the chosen part of it; a new one might do more. */
async function apply(
  { session }: MessageNode,
  { planId: whole, restorations }: ThreadEdit,
  planned: readonly UnsavedText[],
  parts: PlanPart[] | null,
): Promise<RestoredStep> {
  const part = parts?.find(({ plan }) => plan === whole)?.files;
  const isChosen = (path: string) =>
    part?.some((file) => file.path === path) ?? true;
  const planId = part
    ? (await session.engine.limitPlan(whole, part)).id
    : whole;
  const deleted = restorations
    .filter(({ action, path }) => action === "delete" && isChosen(path))
    .map(({ path }) => path);
  return session.whileWriting(() =>
    applyInEditors(session, { editors: planned, deleted }, (editors) =>
      withCancel(vscode.l10n.t("Rewind conversation and files"), (call) =>
        session.engine.applyRestore(
          planId,
          { source: "editor", editors },
          call,
        ),
      ),
    ),
  );
}

async function confirm(
  node: MessageNode,
  edit: ThreadEdit,
  {
    editors,
    news,
  }: { editors: readonly UnsavedText[]; news: string | undefined },
): Promise<Answer> {
  const { session, message } = node;
  const title = vscode.l10n.t("Rewind to “{0}”", messageTitle(message, 40));
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
    const others = vscode.l10n.t("Include Others' Changes...");
    const question = vscode.l10n.t(
      "Go back to the message “{0}”?",
      messageTitle(message, 60),
    );
    const paths = edit.restorations.map(({ path }) => path);
    const unsaved = unsavedAmong(editors, paths);
    const answer = await vscode.window.showWarningMessage(
      question,
      { modal: true, detail: editText(edit, unsaved, news) },
      go,
      look,
      ...(edit.leftToOthers.length > 0 ? [others] : []),
    );
    if (answer === others) return "include-others";
    if (answer !== look) return answer === go ? { parts: null } : "cancel";
    const verdict = await waitForReview(filesOf(node, edit, now), preview);
    return verdict.do === "cancel" ? "cancel" : verdict;
  } finally {
    preview.dispose();
  }
}

function filesOf(
  { session, message }: MessageNode,
  edit: ThreadEdit,
  now: number,
): FileOf[] {
  const newer = new Map(
    edit.changedByOthers.map(({ path, sources }) => [path, sources]),
  );
  return edit.restorations.map(({ path, action }) => ({
    ...{ session, plan: edit.planId, path, action, isChangedSince: false },
    before: action === "create" ? null : { moment: now },
    after: action === "delete" ? null : { moment: message.moment },
    newer: newer.get(path) ?? [],
  }));
}

function tell({ message }: MessageNode, step: RestoredStep): void {
  const { report, editors } = step;
  const failures = report.failures.map((each) => spokenFailure(each, voice));
  for (const failure of failures) log.warn("Not restored", failure);
  // A partly applied restore is reported where it happens.
  if (report.isHalfDone) return;
  if (!report.applied) {
    void alarm(
      vscode.l10n.t(
        "Nothing was changed: {0}",
        failures[0]?.message ?? vscode.l10n.t("see the log"),
      ),
    );
    return;
  }
  const undo = vscode.l10n.t("Undo");
  const left = leftText(editors ? [editors] : []);
  const done = vscode.l10n.t("Back at “{0}”.", messageTitle(message, 60));
  const say = left ? warn : inform;
  say(
    [done, left].filter(Boolean).join(" "),
    // If there was nothing to do, the last restore is an earlier one.
    ...(report.restoreId === null ? [] : [undo]),
  ).then((answer) => {
    // Undo this restore in particular; there may be a later one by now.
    const outcome: RestoreOutcome = { steps: [step] };
    if (answer === undo)
      void vscode.commands.executeCommand("checkpoint.undoRestore", outcome);
  });
}
