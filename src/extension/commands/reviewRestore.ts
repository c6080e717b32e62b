import * as vscode from "vscode";
import { noLinks } from "../notify";
import { setContext } from "../views/viewContext";
import type { RestoreWords } from "./restoreFlow";
import type { Preview } from "./restorePreview";

type Verdict = "restore" | "cancel";

let decide: ((verdict: Verdict) => void) | undefined;

/**
 * Waits while a person looks through the preview: until they say what they want
 * in the notification or in the preview's title, close the preview, or turn to
 * another restore.
 */
export async function waitForReview(
  words: Pick<RestoreWords, "question" | "button">,
  preview: Preview,
): Promise<Verdict> {
  decide?.("cancel");
  const verdict = new Promise<Verdict>((resolve) => (decide = resolve));
  const mine = decide;
  const cancel = () => mine?.("cancel");
  const following = followPreview(preview, cancel);
  ask(words, verdict, cancel);
  const result = await verdict;
  following.dispose();
  if (decide === mine) decide = undefined;
  return result;
}

/** As progress, which stays until all is said and then goes by itself; a link is its button. */
function ask(
  { question, button }: Pick<RestoreWords, "question" | "button">,
  verdict: Promise<Verdict>,
  cancel: () => void,
): void {
  const link = `[${button}](command:checkpoint.applyReviewed)`;
  void vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `${noLinks(question)} ${link}`,
      cancellable: true,
    },
    async (_progress, token) => {
      token.onCancellationRequested(cancel);
      await verdict;
    },
  );
}

/** The title's buttons stand over the preview alone, not over other comparisons. */
function followPreview(
  preview: Preview,
  onDidClose: () => void,
): vscode.Disposable {
  const { tabGroups } = vscode.window;
  const isShown = (): boolean => {
    const { activeTab } = tabGroups.activeTabGroup;
    return activeTab ? preview.isTab(activeTab) : false;
  };
  const tell = (): void => setContext("isReviewing", isShown());
  tell();
  // Else the next file that is looked at would take its place.
  if (isShown())
    void vscode.commands.executeCommand("workbench.action.keepEditor");
  const following = vscode.Disposable.from(
    tabGroups.onDidChangeTabs(({ closed }) => {
      tell();
      if (closed.some((tab) => preview.isTab(tab)) && !isOpen(preview))
        onDidClose();
    }),
    tabGroups.onDidChangeTabGroups(tell),
  );
  return new vscode.Disposable(() => {
    following.dispose();
    setContext("isReviewing", false);
  });
}

/** One that is moved to another group is closed and opened. */
function isOpen(preview: Preview): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some((tab) => preview.isTab(tab)),
  );
}

export function isReviewing(): boolean {
  return decide !== undefined;
}

/** What the link of the notification and the buttons of the preview's title do. */
export async function applyReviewed(): Promise<void> {
  decide?.("restore");
}

export async function cancelReviewed(): Promise<void> {
  decide?.("cancel");
}
