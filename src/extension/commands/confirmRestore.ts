import * as vscode from "vscode";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { planText, type Planned } from "./planText";
import type { RestoreStep, RestoreWords } from "./restoreFlow";
import { openPreview, previewFiles } from "./restorePreview";
import { waitForReview } from "./reviewRestore";

/**
 * Shows what a restore would do and asks. The dialog's first button, which has
 * the focus, only closes the dialog to let one look: Enter never overwrites.
 */
export async function confirmRestore(
  steps: readonly RestoreStep[],
  plans: readonly RestorePlan[],
  planned: readonly Planned[],
  words: RestoreWords,
): Promise<boolean> {
  const files = plans.flatMap((plan, i) => {
    const session = steps[i]?.session;
    return session ? previewFiles(session, plan) : [];
  });
  const preview = await openPreview(words.title, files);
  try {
    const { question, detail } = planText(words.question, planned);
    const review = vscode.l10n.t("Review Changes");
    const answer = await vscode.window.showWarningMessage(
      question,
      { modal: true, detail },
      review,
      words.button,
    );
    if (answer === review)
      return (await waitForReview(words, preview)) === "restore";
    return answer === words.button;
  } finally {
    preview.dispose();
  }
}
