import * as vscode from "vscode";
import { setContext } from "../views/viewContext";
import type { RestoreWords } from "./restoreFlow";
import type { Preview } from "./restorePreview";

type Verdict = "restore" | "cancel";

let decide: ((verdict: Verdict) => void) | undefined;

/**
 * Waits while a person looks through the preview: until they press the button of
 * the notification or of the preview's title, close both, or turn to another
 * restore.
 */
export async function waitForReview(
  words: Pick<RestoreWords, "question" | "button">,
  preview: Preview,
): Promise<Verdict> {
  decide?.("cancel");
  const verdict = new Promise<Verdict>((resolve) => (decide = resolve));
  const mine = decide;
  let isToldAway = false;
  // With neither there is no button left to press.
  const giveUp = (): void => {
    if (isToldAway && !isOpen(preview)) mine?.("cancel");
  };
  const buttons = followPreview(preview, giveUp);
  const cancel = vscode.l10n.t("Cancel");
  vscode.window
    .showInformationMessage(words.question, words.button, cancel)
    .then((answer) => {
      if (answer === words.button) mine?.("restore");
      else if (answer === cancel) mine?.("cancel");
      // Closing the notification leaves the title's buttons.
      isToldAway = true;
      giveUp();
    });
  const result = await verdict;
  buttons.dispose();
  if (decide === mine) decide = undefined;
  return result;
}

function isOpen(preview: Preview): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some((tab) => preview.isTab(tab)),
  );
}

/** The title's buttons stand over the preview alone, not over other comparisons. */
function followPreview(
  preview: Preview,
  onDidChange: () => void,
): vscode.Disposable {
  const { tabGroups } = vscode.window;
  const isShown = (): boolean => {
    const { activeTab } = tabGroups.activeTabGroup;
    return activeTab ? preview.isTab(activeTab) : false;
  };
  const tell = (): void => {
    setContext("isReviewing", isShown());
    onDidChange();
  };
  tell();
  // Else the next file that is looked at would take its place.
  if (isShown())
    void vscode.commands.executeCommand("workbench.action.keepEditor");
  const following = vscode.Disposable.from(
    tabGroups.onDidChangeTabs(tell),
    tabGroups.onDidChangeTabGroups(tell),
  );
  return new vscode.Disposable(() => {
    following.dispose();
    setContext("isReviewing", false);
  });
}

/** The buttons of the preview's title. */
export async function applyReviewed(): Promise<void> {
  decide?.("restore");
}

export async function cancelReviewed(): Promise<void> {
  decide?.("cancel");
}
