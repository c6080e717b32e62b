import type {
  RestorePlan,
  RestoreReport,
} from "../../engine/model/restorePlan";
import type { ToolContext } from "../tool";

/**
 * Applies a plan the way every tool does. A plan that was made a moment ago
 * (`plan` is the whole of it) needs no second look at the folder.
 */
export async function applyPlan(
  plan: string | RestorePlan,
  { engine, source, call, editors, whileWriting, showRestored }: ToolContext,
): Promise<RestoreReport> {
  const rescan = typeof plan === "string";
  return whileWriting(async () => {
    const held = editors();
    const report = await engine.applyRestore(
      rescan ? plan : plan.id,
      { source, editors: held, rescan },
      call,
    );
    if (report.applied) await showRestored?.(report.plan, held);
    return report;
  });
}
