import * as vscode from "vscode";
import { log } from "../log";
import { alarm, inform } from "../notify";
import { countsOf } from "./planText";
import type { RestoreOutcome, RestoreWords } from "./restoreFlow";

/** Tells what was restored, with the way back; does not wait for an answer. */
export function tellDone({ steps }: RestoreOutcome, words: RestoreWords): void {
  const outcome = { steps: steps.filter(({ report }) => report.applied) };
  if (outcome.steps.length === 0) return;
  const counts = countsOf(outcome.steps.map(({ report }) => report));
  const guards = outcome.steps
    .flatMap(({ report }) => (report.guard ? [`#${report.guard.number}`] : []))
    .join(", ");
  const kept = guards
    ? vscode.l10n.t("What was there is kept in guard {0}.", guards)
    : "";
  const isUndo = outcome.steps.every(
    ({ report }) => report.plan.verb === "undo",
  );
  const back = isUndo ? vscode.l10n.t("Redo") : vscode.l10n.t("Undo");
  const command = isUndo ? "checkpoint.redoRestore" : "checkpoint.undoRestore";
  inform(
    [`${words.done}: ${counts || words.nothing}`, kept]
      .filter(Boolean)
      .join(" "),
    back,
  ).then((answer) => {
    if (answer === back) void vscode.commands.executeCommand(command, outcome);
  });
}

/** A failure of one path rolled everything in its folder back, as a rule. */
export function tellFailures({ steps }: RestoreOutcome): void {
  const failed = steps.find(({ report }) => report.failures.length > 0);
  if (!failed) return;
  const { failures } = failed.report;
  for (const { path, code, message } of failures)
    log.warn("Not restored", { path, code, message });
  // What is only partly done is told where it happens, as that.
  if (failed.report.isHalfDone) return;
  const [first] = failures;
  // The folders before it are restored.
  const nothing = steps.some(({ report }) => report.applied)
    ? vscode.l10n.t("Nothing was restored in {0}", failed.session.folder.name)
    : vscode.l10n.t("Nothing was restored");
  const why =
    failures.length === 1
      ? `${first?.path}: ${first?.message}`
      : vscode.l10n.t(
          "{0} files could not be written, the first is {1}: {2}",
          failures.length,
          first?.path ?? "",
          first?.message ?? "",
        );
  const showLog = vscode.l10n.t("Show Log");
  alarm(`${nothing}: ${why}`, showLog).then((answer) => {
    if (answer === showLog) log.show();
  });
}
