import * as vscode from "vscode";
import type { FolderSession } from "../session/folders";
import { setContext } from "../timeline/viewContext";
import { rowGone } from "../commands/targets";
import { inform } from "../notify";
import { Review, type PlanPart } from "./review";
import type { FileOf, ReviewNode } from "./reviewRows";
import { openReviewed, reviewView } from "./reviewView";
import type { Preview } from "./restorePreview";

/**
 * How a review ends: restore what is chosen (everything if `parts` is null), restore a part now and
 * go on reviewing the rest, or not at all.
 */
export type Verdict =
  | { do: "restore"; parts: PlanPart[] | null }
  | { do: "part"; parts: PlanPart[] }
  | { do: "cancel" };

interface Current {
  review: Review<FolderSession>;
  decide: (verdict: Verdict) => void;
}

let current: Current | undefined;

/**
 * Waits while a person looks through the preview and chooses files and changes: until they decide
 * in the view or in the preview's title, close the preview, or turn to another restore.
 */
export async function waitForReview(
  files: readonly FileOf[],
  preview: Preview,
): Promise<Verdict> {
  current?.decide({ do: "cancel" });
  const review = new Review(files);
  let mine: Current | undefined;
  const decided = new Promise<Verdict>((resolve) => {
    current = mine = { review, decide: resolve };
  });
  const following = followPreview(preview, () =>
    mine?.decide({ do: "cancel" }),
  );
  reviewView.show(review);
  const verdict = await decided;
  following.dispose();
  if (current === mine) {
    current = undefined;
    reviewView.end();
  }
  return verdict;
}

/** Shows the title's buttons above the preview only, not above other comparisons. */
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
  // Otherwise the next file that is opened would replace it.
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

/** A tab that is moved to another group is closed and opened again. */
function isOpen(preview: Preview): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some((tab) => preview.isTab(tab)),
  );
}

export function isReviewing(): boolean {
  return current !== undefined;
}

/** Restores what is chosen. */
export async function applyReviewed(): Promise<void> {
  if (!current) return;
  const { review, decide } = current;
  if (review.files.length > 0 && review.chosenFiles.length === 0) {
    void inform(
      vscode.l10n.t("No files are chosen. Choose the files to restore first."),
    );
    return;
  }
  decide({ do: "restore", parts: review.parts });
}

export async function cancelReviewed(): Promise<void> {
  current?.decide({ do: "cancel" });
}

/** Restores one file or one change now; the rest stays in review. */
export async function reviewRestorePart(
  _context: unknown,
  node: unknown,
): Promise<void> {
  const shown = reviewNode(node);
  const file = current?.review.find(shown.file);
  if (!current || !file) throw rowGone();
  const hunks = "index" in shown ? { hunks: [shown.index] } : {};
  const files = [{ path: file.path, ...hunks }];
  current.decide({ do: "part", parts: [{ plan: file.plan, files }] });
}

export async function reviewOpen(
  _context: unknown,
  node: unknown,
): Promise<void> {
  await openReviewed(reviewNode(node));
}

export async function reviewChooseAll(): Promise<void> {
  reviewView.chooseAll(true);
}

export async function reviewChooseNone(): Promise<void> {
  reviewView.chooseAll(false);
}

function reviewNode(node: unknown): ReviewNode {
  const isNode = typeof node === "object" && node !== null && "file" in node;
  if (!isNode) throw rowGone();
  return node as ReviewNode;
}
