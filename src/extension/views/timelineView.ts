import * as vscode from "vscode";
import type { Folders } from "../folders";
import { showError } from "../showError";
import { describeFilter, isEmptyFilter, type TimelineFilter } from "./filter";
import type { Grouping } from "./groups";
import type { MoreFilesNode, TimelineNode } from "./nodes";
import { TimelineData } from "./timelineData";
import { TimelineTree } from "./timelineTree";
import { AGING_MS } from "./times";
import { setContext } from "./viewContext";
import {
  groupingSetting,
  onDidChangeViewSettings,
  setGrouping,
} from "./viewSettings";

const TREE_KEY = "checkpoint.timeline.asTree";

/** The timeline in the side bar: its tree, and what its title's buttons change. */
export class TimelineView implements vscode.Disposable {
  private readonly data: TimelineData;
  private readonly tree: TimelineTree;
  private readonly view: vscode.TreeView<TimelineNode>;
  private readonly disposables: vscode.Disposable[] = [];

  constructor(
    folders: Folders,
    private readonly memory: vscode.Memento,
  ) {
    this.data = new TimelineData(folders, (error) => void showError(error));
    this.tree = new TimelineTree(folders, this.data, {
      grouping: groupingSetting(),
      isTree: memory.get(TREE_KEY, true),
    });
    this.view = vscode.window.createTreeView("checkpoint.timeline", {
      treeDataProvider: this.tree,
      canSelectMany: true,
      showCollapseAll: true,
    });
    const aging = setInterval(() => {
      if (this.view.visible) this.redraw();
    }, AGING_MS);
    const changes = this.data.onDidChange(() => {
      this.redraw();
      this.tellFilter();
    });
    this.disposables.push(
      this.view,
      new vscode.Disposable(() => clearInterval(aging)),
      new vscode.Disposable(() => changes.dispose()),
      new vscode.Disposable(() => this.data.dispose()),
      onDidChangeViewSettings(() => this.showLook()),
    );
    this.showLook();
  }

  get filter(): TimelineFilter {
    return this.data.filter;
  }

  get selection(): readonly TimelineNode[] {
    return this.view.selection;
  }

  setFilter(filter: TimelineFilter): void {
    this.data.filter = filter;
    setContext("isFiltered", !isEmptyFilter(filter));
  }

  /** Also says when nothing is left: there is no other place to. */
  private tellFilter(): void {
    const about = describeFilter(this.filter);
    // Typings before 1.106 and exactOptionalPropertyTypes: "" hides it.
    if (about === "") this.view.message = "";
    else
      this.data.entries().then(
        ({ length }) => {
          if (about === describeFilter(this.filter))
            this.view.message =
              length === 0
                ? vscode.l10n.t("No checkpoints {0}", about)
                : vscode.l10n.t("Only checkpoints {0}", about);
        },
        (error) => void showError(error),
      );
  }

  async group(grouping: Grouping): Promise<void> {
    await setGrouping(grouping);
  }

  async showAsTree(isTree: boolean): Promise<void> {
    await this.memory.update(TREE_KEY, isTree);
    this.tree.look.isTree = isTree;
    this.showLook();
  }

  async loadMore(): Promise<void> {
    await this.data.loadMore();
  }

  showMoreFiles(node: MoreFilesNode): void {
    this.tree.showMoreFiles(node);
  }

  refresh(): void {
    this.data.reload();
  }

  /** Shows the row of a checkpoint, if it is among the loaded ones. */
  async reveal(checkpointId: string): Promise<void> {
    const node = await this.tree.find(checkpointId);
    if (node) await this.view.reveal(node, { select: true, focus: true });
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private showLook(): void {
    this.tree.look.grouping = groupingSetting();
    setContext("groupBy", this.tree.look.grouping);
    setContext("asTree", this.tree.look.isTree);
    this.tree.redrawAll();
  }

  private redraw(): void {
    this.tree.redraw().catch((error) => void showError(error));
  }
}
