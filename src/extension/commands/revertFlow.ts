import * as vscode from "vscode";
import type { Resolution, RevertPlan, RevertRequest } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { RestorePlan } from "../../engine/model/restorePlan";
import type { MergeFileSystem } from "../documents/mergeFileSystem";
import type { FolderSession } from "../folders";
import { decideConflicts } from "./mergeConflicts";
import { restoreFlow, type RestoreWords } from "./restoreFlow";
import { withCancel } from "./showProgress";
import type { Call } from "../../worker/client";

/**
 * Takes changes back and keeps everything since. Conflicts are decided first,
 * all of them; then it goes the way of every restore.
 */
export async function revertFlow(
  merges: MergeFileSystem,
  session: FolderSession,
  request: Omit<RevertRequest, "resolve" | "editors" | "as">,
  words: RestoreWords,
): Promise<void> {
  let resolve: Record<string, Resolution> = {};
  const plan = async (call: Call): Promise<RevertPlan> => {
    await session.flush();
    return session.engine.planRevert(
      {
        ...request,
        resolve,
        as: "editor",
        editors: session.unsavedTexts(),
      },
      call,
    );
  };
  for (;;) {
    const { conflicts } = await withCancel(words.title, plan);
    if (conflicts.length > 0) {
      const decisions = await decideConflicts(merges, conflicts);
      if (!decisions) return;
      resolve = { ...resolve, ...decisions };
      continue;
    }
    try {
      await restoreFlow(
        [{ session, plan: async (call) => withoutConflicts(await plan(call)) }],
        words,
      );
      return;
    } catch (error) {
      // Somebody wrote in the same place meanwhile: that is to be decided, too.
      if (!CheckpointError.is(error, "conflicts")) throw error;
    }
  }
}

/** With conflicts a plan is empty, which must not be taken for nothing to do. */
function withoutConflicts({ plan, conflicts }: RevertPlan): RestorePlan {
  const [first] = conflicts;
  if (first) throw new CheckpointError("conflicts", first.path);
  return plan;
}

export function revertWords(what: string): RestoreWords {
  return {
    question: vscode.l10n.t("Take back {0}?", what),
    button: vscode.l10n.t("Take Back"),
    title: vscode.l10n.t("Take back {0}", what),
    done: vscode.l10n.t("Took back {0}", what),
    nothing: vscode.l10n.t("There is nothing left of {0} to take back.", what),
  };
}
