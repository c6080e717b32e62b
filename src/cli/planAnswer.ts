import type {
  PlannedState,
  RestorePlan,
  RestoreReport,
} from "../engine/model/restorePlan";
import { modeText } from "../engine/model/version";

/** A plan as `--json` answers it: modes as everywhere else in it, `644`. */
export function planAnswer(plan: RestorePlan) {
  return {
    ...plan,
    writes: plan.writes.map((write) => ({
      ...write,
      before: write.before && stateAnswer(write.before),
      after: stateAnswer(write.after),
    })),
    deletes: plan.deletes.map(({ path, before }) => ({
      path,
      before: stateAnswer(before),
    })),
  };
}

export function reportAnswer(report: RestoreReport) {
  return { ...report, plan: planAnswer(report.plan) };
}

function stateAnswer(state: PlannedState) {
  return { ...state, mode: modeText(state.mode) };
}
