import * as vscode from "vscode";
import { setContext } from "../views/viewContext";
import type { RestoreWords } from "./restoreFlow";

type Verdict = "restore" | "cancel";

let decide: ((verdict: Verdict) => void) | undefined;

/**
 * Waits while a person looks through the preview: until they press the button of
 * the notification or of the preview's title, or turn to another restore.
 */
export async function waitForReview(words: RestoreWords): Promise<Verdict> {
  decide?.("cancel");
  const verdict = new Promise<Verdict>((resolve) => (decide = resolve));
  const mine = decide;
  setContext("isReviewing", true);
  const cancel = vscode.l10n.t("Cancel");
  vscode.window
    .showInformationMessage(words.question, words.button, cancel)
    .then((answer) => {
      if (answer === words.button) mine?.("restore");
      else if (answer === cancel) mine?.("cancel");
      // Closing the notification leaves the title's buttons.
    });
  const result = await verdict;
  if (decide === mine) {
    decide = undefined;
    setContext("isReviewing", false);
  }
  return result;
}

/** The buttons of the preview's title. */
export async function applyReviewed(): Promise<void> {
  decide?.("restore");
}

export async function cancelReviewed(): Promise<void> {
  decide?.("cancel");
}
