import type { Engine } from "../engine/api";
import type { RestorePlan, RestoreReport } from "../engine/model/restorePlan";
import type { Context } from "./context";
import { OWN_SOURCE } from "./context";
import { EXIT } from "./exitCodes";
import { uninterrupted } from "./interrupt";
import { planAnswer, reportAnswer } from "./planAnswer";
import { declinedText } from "../wording/consent";
import { voice } from "./text/voice";
import { isEmptyPlan } from "../wording/plan";
import { planLines, planSentence, reportLines } from "./text/planText";

export interface ApplyRequest {
  /** The operation's name in messages: `A restore`, `An undo`. */
  what: string;
  dryRun?: boolean | undefined;
  yes?: boolean | undefined;
  /** Additional fields of the JSON answer. */
  extra?: Record<string, unknown>;
}

/** Shows a plan, asks for confirmation, applies it and answers. Used by every verb that restores files. */
export async function applyPlan(
  context: Context,
  engine: Engine,
  plan: RestorePlan,
  request: ApplyRequest,
): Promise<number> {
  const { out } = context;
  context.clearProgress();
  if (request.dryRun) return answerDryRun(context, plan, request);
  const isAgreed =
    isEmptyPlan(plan) ||
    (await context.agrees(request.what, `${planSentence(plan)} Continue?`, {
      yes: request.yes,
      show: (paint) => planLines(plan, paint),
    }));
  if (!isAgreed) {
    out.note(declinedText(voice));
    return EXIT.failed;
  }
  const { result: report, wasInterrupted } = await uninterrupted(() =>
    engine.applyRestore(plan, { source: OWN_SOURCE }, context.run),
  );
  context.clearProgress();
  if (wasInterrupted)
    out.note(
      "Ctrl-C was pressed while files were being written; the restore was finished first.",
    );
  if (!report.applied && !out.isJson)
    out.note(reportLines(report, out.paintErr).join("\n"));
  else
    out.answer(answerOf(report, request), (paint) =>
      reportLines(report, paint),
    );
  return exitCodeFor(report);
}

export function exitCodeFor(report: RestoreReport): number {
  return report.applied && report.failures.length === 0
    ? EXIT.done
    : EXIT.failed;
}

function answerDryRun(
  context: Context,
  plan: RestorePlan,
  request: ApplyRequest,
): number {
  const answer = { applied: false, guard: null, failures: [] };
  const json = { plan: planAnswer(plan), ...answer, ...request.extra };
  context.out.answer(json, (paint) => [
    isEmptyPlan(plan)
      ? "Nothing would change."
      : `${planSentence(plan)} Nothing has been changed yet.`,
    ...planLines(plan, paint, 1000),
  ]);
  return EXIT.done;
}

function answerOf(report: RestoreReport, request: ApplyRequest): unknown {
  return { ...reportAnswer(report), ...request.extra };
}
