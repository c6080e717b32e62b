import type {
  RestorePlan,
  RestoreReport,
} from "../../engine/model/restorePlan";
import type { ToolContext } from "../tool";
import { mustAgree } from "./consent";

/**
 * Applies a plan for any tool, after asking the user where that is possible. If `plan` is a complete
 * plan that was just made, the folder is not scanned again.
 */
export async function applyPlan(
  plan: string | RestorePlan,
  context: ToolContext,
): Promise<RestoreReport> {
  const { engine, source, call, editors, whileWriting, showRestored } = context;
  const wasAsked = await mustAgree(plan, context);
  const rescan = typeof plan === "string" || wasAsked;
  return whileWriting(async () => {
    const held = editors();
    const report = await engine.applyRestore(
      typeof plan === "string" ? plan : plan.id,
      { source, editors: held, rescan },
      call,
    );
    if (report.applied) await showRestored?.(report.plan, held);
    return report;
  });
}
