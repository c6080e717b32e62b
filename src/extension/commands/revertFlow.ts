import * as vscode from "vscode";
import type { Resolution, RevertPlan, RevertRequest } from "../../engine/api";
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
    if (conflicts.length === 0) break;
    const decisions = await decideConflicts(merges, conflicts);
    if (!decisions) return;
    resolve = { ...resolve, ...decisions };
  }
  await restoreFlow(
    [{ session, plan: async (call) => (await plan(call)).plan }],
    words,
  );
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
