import type { Engine } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import type { RestorePlan, RestoreReport } from "../engine/model/restorePlan";
import { OWN_SOURCE, type Context } from "./context";
import { uninterrupted } from "./interrupt";
import { planLines, planSentence, reportLines } from "./text/planText";

/**
 * After a command failed: asks whether to apply a plan that goes back, and applies it.
 * Without an answer the files stay as they are, and `otherwise` says how to go back later.
 */
export async function offerRestore(
  context: Context,
  engine: Engine,
  plan: RestorePlan,
  {
    question,
    otherwise,
    yes,
  }: { question: string; otherwise: string; yes: boolean | undefined },
): Promise<RestoreReport | null> {
  const { out } = context;
  const isAgreed = await context
    .agrees("Going back", `${question} ${planSentence(plan)}`, {
      yes,
      show: (paint) => planLines(plan, paint),
    })
    .catch((error: unknown) => {
      // There is no terminal, or the user pressed Ctrl-C.
      if (CheckpointError.is(error, "bad-input")) return false;
      if (CheckpointError.is(error, "cancelled")) return false;
      throw error;
    });
  if (!isAgreed) {
    out.note(otherwise);
    return null;
  }
  const { result } = await uninterrupted(() =>
    engine.applyRestore(plan, { source: OWN_SOURCE }, context.run),
  );
  context.clearProgress();
  out.note(reportLines(result, out.paintErr).join("\n"));
  return result;
}
