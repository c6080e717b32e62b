import * as vscode from "vscode";
import type { PlannedUnsaved } from "../../engine/model/restorePlan";
import { log } from "../log";
import { alarm, inform, warn } from "../notify";
import type { EditorsOutcome } from "./editorsAfterRestore";
import { countPlans, didText, guardText } from "../../wording/plan";
import type { RestoreOutcome, RestoreWords } from "./restoreStep";
import { filesText } from "../../wording/counts";
import { failureLine, spokenFailure } from "../../wording/errors";
import { voice } from "../text/voice";

/** Reports what was restored, with an Undo button; does not wait for an answer. */
export function reportDone(
  { steps }: RestoreOutcome,
  words: RestoreWords,
): void {
  const outcome = { steps: steps.filter(({ report }) => report.applied) };
  if (outcome.steps.length === 0) return;
  const plans = outcome.steps.map(({ report, editors }) => ({
    ...report.plan,
    unsaved: doneOf(report.plan.unsaved, editors),
  }));
  const counts = didText(countPlans(plans), voice);
  const left = leftText(outcome.steps.flatMap(({ editors }) => editors ?? []));
  const isMany = outcome.steps.length > 1;
  const guards = outcome.steps
    .flatMap(({ session, report: { guard } }) => {
      if (!guard) return [];
      const number = `#${guard.number}`;
      return [isMany ? `${session.folder.name} ${number}` : number];
    })
    .join(", ");
  const kept = guards ? guardText(guards, voice) : "";
  const isUndo = outcome.steps.every(
    ({ report }) => report.plan.verb === "undo",
  );
  const back = isUndo ? vscode.l10n.t("Redo") : vscode.l10n.t("Undo");
  const command = isUndo ? "checkpoint.redoRestore" : "checkpoint.undoRestore";
  const tell = left ? warn : inform;
  tell(
    [`${words.done}: ${counts || words.nothing}`, left, kept]
      .filter(Boolean)
      .join(" "),
    back,
  ).then((answer) => {
    if (answer === back) void vscode.commands.executeCommand(command, outcome);
  });
}

/** Shows `leftText` as a warning, for a restore that is reported elsewhere. */
export function reportLeft(outcome: EditorsOutcome): void {
  const left = leftText([outcome]);
  if (left) void warn(left);
}

/** Returns the unsaved texts of a plan that the editors really have now, to be reported. */
function doneOf(
  planned: readonly PlannedUnsaved[],
  editors: EditorsOutcome | undefined,
): PlannedUnsaved[] {
  const left = new Set([...(editors?.kept ?? []), ...(editors?.missing ?? [])]);
  return planned.filter(({ path }) => !left.has(path));
}

/** Says which editors do not show what was restored; empty when all do. */
export function leftText(outcomes: readonly EditorsOutcome[]): string {
  const kept = outcomes.flatMap((outcome) => outcome.kept);
  const missing = outcomes.flatMap((outcome) => outcome.missing);
  const sentences: string[] = [];
  if (kept.length === 1)
    sentences.push(
      vscode.l10n.t(
        "The editor of {0} keeps your unsaved changes.",
        kept[0] ?? "",
      ),
    );
  if (kept.length > 1)
    sentences.push(
      vscode.l10n.t(
        "The editors of {0} files keep your unsaved changes, {1} among them.",
        kept.length,
        kept[0] ?? "",
      ),
    );
  if (missing.length > 0)
    sentences.push(
      vscode.l10n.t(
        "The unsaved changes in {0} could not be restored.",
        missing.length === 1
          ? (missing[0] ?? "")
          : filesText(missing.length, voice),
      ),
    );
  for (const path of outcomes.flatMap((outcome) => outcome.changed))
    sentences.push(
      vscode.l10n.t(
        "{0} was changed by another program at the same time and keeps that change.",
        path,
      ),
    );
  return sentences.join(" ");
}

/** Reports the first failure; normally, one failed path means that its whole folder was rolled back. */
export function reportFailures({ steps }: RestoreOutcome): void {
  const failed = steps.find(({ report }) => report.failures.length > 0);
  if (!failed) return;
  const failures = failed.report.failures.map((failure) =>
    spokenFailure(failure, voice),
  );
  for (const failure of failures) log.warn("Not restored", failure);
  // A restore that is only partly done is reported where that happens.
  if (failed.report.isHalfDone) return;
  const first = failureLine(failed.report.failures[0]!, voice);
  // Folders before it may already be restored.
  const nothing = steps.some(({ report }) => report.applied)
    ? vscode.l10n.t("Nothing was restored in {0}", failed.session.folder.name)
    : vscode.l10n.t("Nothing was restored");
  const why =
    failures.length === 1
      ? first
      : vscode.l10n.t(
          "{0} files could not be written. The first failure: {1}",
          failures.length,
          first,
        );
  const showLog = vscode.l10n.t("Show Log");
  alarm(`${nothing}: ${why}`, showLog).then((answer) => {
    if (answer === showLog) log.show();
  });
}
