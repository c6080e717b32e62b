import type {
  PlanRequest,
  RestorePlan,
  RestoreReport,
  UnsavedText,
} from "../../engine/model/restorePlan";
import type { Call } from "../../worker/client";
import type { FolderSession } from "../session/folders";
import type { RestoredStep } from "./applyInEditors";

/** One folder's part of a restore. It is planned again if the plan is out of date. */
export interface RestoreStep {
  session: FolderSession;
  /** `editors` are the current unsaved texts. */
  plan: (call: Call, editors: UnsavedText[]) => Promise<RestorePlan>;
  /** Default: the engine's applyRestore. */
  apply?: (plan: RestorePlan, call: Call) => Promise<RestoreReport>;
}

export interface RestoreWords {
  /** The dialog's question, such as “Restore the workspace to #12?”. */
  question: string;
  /** What the button does, such as “Restore”. */
  button: string;
  /** Shown while it runs, and as the preview's title. */
  title: string;
  /** Shown with the counts once it is done, such as “Restored to #12”. */
  done: string;
  /** Shown if the workspace already matches. */
  nothing: string;
}

export interface RestoreOutcome {
  /** Empty if everything already matched. */
  steps: RestoredStep[];
}

/** A step that restores to a point in time. */
export function restoreStep(
  session: FolderSession,
  request: Omit<PlanRequest, "editors" | "unsaved" | "as">,
): RestoreStep {
  return {
    session,
    plan: (call, editors) =>
      session.engine.planRestore(
        { ...request, as: "editor", unsaved: true, editors },
        call,
      ),
  };
}
