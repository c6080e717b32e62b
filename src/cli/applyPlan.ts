import type { Engine } from "../engine/api";
import type { RestorePlan, RestoreReport } from "../engine/model/restorePlan";
import type { Context } from "./context";
import { OWN_SOURCE } from "./context";
import { EXIT } from "./exitCodes";
import { uninterrupted } from "./interrupt";
import { planAnswer, reportAnswer } from "./planAnswer";
import { isEmptyPlan, planCounts, planLines, reportLines } from "./planText";

export interface ApplyRequest {
  /** What it is called in messages: `A restore`, `An undo`. */
  what: string;
  dryRun?: boolean | undefined;
  yes?: boolean | undefined;
  /** More fields for the JSON answer. */
  extra?: Record<string, unknown>;
}

/** Shows a plan, gets the person's word, applies it, answers: every restoring verb ends here. */
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
    (await context.agrees(request.what, `${planCounts(plan)}. Go ahead?`, {
      yes: request.yes,
      show: (paint) => planLines(plan, paint),
    }));
  if (!isAgreed) {
    out.note("Nothing was changed.");
    return EXIT.failed;
  }
  const { result: report, wasInterrupted } = await uninterrupted(() =>
    engine.applyRestore(plan, { source: OWN_SOURCE }, context.run),
  );
  context.clearProgress();
  if (wasInterrupted)
    out.note(
      "Ctrl-C came while files were being written: that was finished first.",
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
      : `${planCounts(plan)}; nothing was changed yet.`,
    ...planLines(plan, paint, 1000),
  ]);
  return EXIT.done;
}

function answerOf(report: RestoreReport, request: ApplyRequest): unknown {
  return { ...reportAnswer(report), ...request.extra };
}
