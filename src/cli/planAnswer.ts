import type {
  PlannedState,
  RestorePlan,
  RestoreReport,
} from "../engine/model/restorePlan";
import { modeText } from "../engine/model/version";
import { spokenFailure } from "../wording/errors";
import { voice } from "./text/voice";

/** Returns a plan as `--json` prints it, with modes such as `644`. */
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
  return {
    ...report,
    plan: planAnswer(report.plan),
    failures: report.failures.map((failure) => spokenFailure(failure, voice)),
  };
}

function stateAnswer(state: PlannedState) {
  return { ...state, mode: modeText(state.mode) };
}
