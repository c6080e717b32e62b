import * as vscode from "vscode";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { planText, type Planned } from "./planText";
import type { RestoreStep, RestoreWords } from "./restoreStep";
import { openPreview, previewFiles } from "./restorePreview";
import { reviewFiles } from "./review";
import { waitForReview, type Verdict } from "./reviewRestore";

export interface Question {
  planned: readonly Planned[];
  /** Why the person is asked again. */
  news: string | undefined;
}

/**
 * Shows what a restore would do and asks. Returns false if the user does not want it. With
 * `isReview`, the question was answered before and the review goes on.
 */
export async function confirmRestore(
  steps: readonly RestoreStep[],
  plans: readonly RestorePlan[],
  asked: Question,
  words: RestoreWords,
  isReview = false,
): Promise<Exclude<Verdict, { do: "cancel" }> | false> {
  const reviewed = plans.flatMap((plan, i) => {
    const session = steps[i]?.session;
    return session ? [{ session, plan }] : [];
  });
  const files = reviewed.flatMap(({ session, plan }) =>
    previewFiles(session, plan),
  );
  const preview = await openPreview(words.title, files);
  try {
    const review = vscode.l10n.t("Review Changes");
    const answer = isReview ? review : await ask(words, asked, review);
    if (answer !== review)
      return answer === words.button && { do: "restore", parts: null };
    const chosen = reviewed.flatMap(({ session, plan }) =>
      reviewFiles(session, plan),
    );
    const verdict = await waitForReview(chosen, preview);
    return verdict.do === "cancel" ? false : verdict;
  } finally {
    preview.dispose();
  }
}

/** The first button is the primary one: what the user asked for. Escape cancels. */
function ask(
  words: RestoreWords,
  { planned, news }: Question,
  review: string,
): Thenable<string | undefined> {
  const { question, detail } = planText(words.question, planned, news);
  return vscode.window.showWarningMessage(
    question,
    { modal: true, detail },
    words.button,
    review,
  );
}
