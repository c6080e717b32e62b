import * as vscode from "vscode";
import { baseOf } from "../../engine/model/workspacePath";
import { contentUri, momentUri, nothingUri } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { setContext } from "../timeline/viewContext";
import type { Content, Review } from "./review";
import {
  reviewItem,
  reviewMessage,
  type FileOf,
  type ReviewNode,
} from "./reviewRows";

/**
 * The files and changes of the restore that is being reviewed, each with a checkbox. The view is
 * shown only during a review.
 *
 * VS Code forgets every row when all of them are redrawn, and a tick on one of them is then lost
 * until they are back. So they are drawn once for each review, and a tick redraws only its file.
 */
class ReviewView implements vscode.TreeDataProvider<ReviewNode> {
  private readonly changed = new vscode.EventEmitter<
    ReviewNode[] | undefined
  >();
  readonly onDidChangeTreeData = this.changed.event;
  private view: vscode.TreeView<ReviewNode> | undefined;
  private review: Review<FolderSession> | undefined;
  private rows: ReviewNode[] = [];
  /** Whether VS Code has asked for the rows, as it does by itself the first time it shows them. */
  private isDrawn = false;

  register(): vscode.Disposable {
    const view = vscode.window.createTreeView("checkpoint.review", {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
    });
    this.view = view;
    this.describe();
    return vscode.Disposable.from(
      view,
      view.onDidChangeCheckboxState(({ items }) => {
        for (const [node, state] of items) this.check(node, state);
        this.redraw(items.map(([{ file }]) => file));
      }),
    );
  }

  show(review: Review<FolderSession>): void {
    this.review = review;
    this.rows = review.files.map((file) => ({ type: "reviewFile", file }));
    setContext("review", true);
    this.describe();
    if (this.isDrawn) this.changed.fire(undefined);
    if (this.view)
      void vscode.commands.executeCommand("checkpoint.review.focus");
  }

  /** The rows go first: the next review would begin with those of this one. */
  end(): void {
    this.review = undefined;
    this.rows = [];
    if (this.view?.visible) this.changed.fire(undefined);
    else this.hide();
  }

  chooseAll(isChosen: boolean): void {
    const { review } = this;
    for (const file of review?.files ?? []) review?.choose(file, isChosen);
    this.redraw(review?.files ?? []);
  }

  getTreeItem(node: ReviewNode): vscode.TreeItem {
    if (!this.review) return new vscode.TreeItem("");
    const folders = new Set(this.review.files.map(({ session }) => session));
    return reviewItem(node, this.review, folders.size > 1);
  }

  async getChildren(node?: ReviewNode): Promise<ReviewNode[]> {
    const { review } = this;
    if (!node) {
      this.isDrawn = true;
      if (!review) setTimeout(() => this.hide());
      return this.rows;
    }
    const file = review?.find(node.file);
    if (!review || !file || node.type === "reviewHunk") return [];
    const { engine } = file.session;
    const hunks =
      review.hunksOf(file) ?? (await engine.planHunks(file.plan, file.path));
    review.setHunks(file, hunks);
    return hunks.map((hunk, index) => ({
      ...{ type: "reviewHunk", file, index, hunk },
    }));
  }

  private check(node: ReviewNode, state: vscode.TreeItemCheckboxState): void {
    const isChosen = state === vscode.TreeItemCheckboxState.Checked;
    const file = this.review?.find(node.file);
    if (!file) return;
    if (node.type === "reviewFile") this.review?.choose(file, isChosen);
    else this.review?.chooseHunk(file, node.index, isChosen);
  }

  private hide(): void {
    if (!this.review) setContext("review", false);
  }

  private redraw(files: readonly FileOf[]): void {
    const redrawn = new Set(files.map((file) => this.review?.find(file)));
    this.describe();
    this.changed.fire(this.rows.filter(({ file }) => redrawn.has(file)));
  }

  private describe(): void {
    const { view, review } = this;
    if (view && review) view.message = reviewMessage(review);
  }
}

export const reviewView = new ReviewView();

/** Opens a file of the review: what is there now, and what will be. */
export async function openReviewed(node: ReviewNode): Promise<void> {
  const { file } = node;
  const line = node.type === "reviewHunk" ? node.hunk.line - 1 : undefined;
  const selection =
    line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
  const [now, then] = sidesOf(file);
  await vscode.commands.executeCommand(
    "vscode.diff",
    now,
    then,
    vscode.l10n.t("{0} (now ↔ after the restore)", baseOf(file.path)),
    { preview: true, ...(selection ? { selection } : {}) },
  );
}

function sidesOf(file: FileOf): [vscode.Uri, vscode.Uri] {
  const { session, path, before, after } = file;
  const side = (content: Content) => {
    if (content === null) return nothingUri(session, path);
    return "hash" in content
      ? contentUri(session, path, content.hash)
      : momentUri(session, path, content.moment);
  };
  return [side(before), side(after)];
}
