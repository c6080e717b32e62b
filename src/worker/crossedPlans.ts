import type { RestorePlan, RestoreReport } from "../engine/model/restorePlan";
import type { Method } from "./methods";

/** As many as the engine remembers. */
const MOST = 20;

/**
 * The most recent plans of a folder that were sent to the extension. A plan may be as long as the
 * folder has files, so it is sent once and referred to by its id afterwards. Both sides keep a copy
 * of this list and see the same plans in the same order.
 */
export class CrossedPlans {
  private readonly plans = new Map<string, RestorePlan>();

  /** Remembers the plan in a verb's answer, if there is one. */
  note(method: Method, value: unknown): void {
    const plan = planOf(method, value);
    if (!plan) return;
    this.plans.set(plan.id, plan);
    for (const id of this.plans.keys()) {
      if (this.plans.size <= MOST) break;
      this.plans.delete(id);
    }
  }

  /** Replaces a report's plan by its id if the other side has that plan. */
  pack(report: RestoreReport): PackedReport {
    const { plan } = report;
    const isKnown = this.plans.get(plan.id) === plan;
    return isKnown ? { ...report, plan: plan.id } : report;
  }

  /** Restores a report that was packed. */
  unpack(report: PackedReport): RestoreReport {
    const { plan } = report;
    if (typeof plan !== "string") return { ...report, plan };
    return { ...report, plan: this.plans.get(plan)! };
  }
}

export type PackedReport = Omit<RestoreReport, "plan"> & {
  plan: RestorePlan | string;
};

function planOf(method: Method, value: unknown): RestorePlan | undefined {
  switch (method) {
    case "planRestore":
    case "planUndo":
    case "planRedo":
    case "limitPlan":
      return value as RestorePlan;
    case "planRevert":
      return (value as { plan: RestorePlan }).plan;
    default:
      return undefined;
  }
}
