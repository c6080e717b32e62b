import * as vscode from "vscode";
import type { Folders } from "../session/folders";
import { showError } from "../showError";
import { describeFilter, isEmptyFilter, type TimelineFilter } from "./filter";
import type { Grouping } from "./groups";
import type { MoreDeedsNode, MoreFilesNode, TimelineNode } from "./nodes";
import { askAhead } from "./askAhead";
import { TimelineData } from "./timelineData";
import type { Marks } from "./isBaselineRow";
import { TimelineTree } from "./timelineTree";
import { isWaiting, onDidChangeStates } from "./recorded";
import { setContext } from "./viewContext";
import {
  groupingSetting,
  isFlatSetting,
  onDidChangeViewSettings,
  setFlat,
  setGrouping,
} from "./viewSettings";
import { AGING_MS } from "../../wording/times";

const TREE_KEY = "checkpoint.timeline.asTree";

/** The timeline in the side bar: its tree, and what its title's buttons change. */
export class TimelineView implements vscode.Disposable {
  private readonly data: TimelineData;
  private readonly tree: TimelineTree;
  private readonly view: vscode.TreeView<TimelineNode>;
  private readonly disposables: vscode.Disposable[] = [];
  private readonly filtered = new vscode.EventEmitter<void>();
  /** Another filter counts; other views may share it. */
  readonly onDidFilter = this.filtered.event;

  constructor(
    private readonly folders: Folders,
    private readonly memory: vscode.Memento,
    marks: Marks & { onDidChange: vscode.Event<void> },
  ) {
    this.data = new TimelineData(folders, (error) => void showError(error));
    this.tree = new TimelineTree(
      folders,
      this.data,
      {
        grouping: groupingSetting(),
        isTree: memory.get(TREE_KEY, true),
        isFlat: isFlatSetting(),
      },
      marks,
    );
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
      this.tell();
    });
    const following = onDidChangeStates(folders, () => this.tell());
    const ahead = askAhead(folders, (session) => this.tree.askAhead(session));
    this.disposables.push(
      this.view,
      this.filtered,
      new vscode.Disposable(() => clearInterval(aging)),
      new vscode.Disposable(() => changes.dispose()),
      new vscode.Disposable(() => this.data.dispose()),
      new vscode.Disposable(() => this.tree.dispose()),
      marks.onDidChange(() => this.redraw()),
      onDidChangeViewSettings(() => this.showLook()),
      new vscode.Disposable(() => following.dispose()),
      new vscode.Disposable(() => ahead.dispose()),
    );
    this.tell();
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
    this.filtered.fire();
  }

  /** What keeps changes from being recorded; otherwise what is left out, also when nothing is left. */
  private tell(): void {
    const about = describeFilter(this.filter);
    const waiting = this.folders.all.find(isWaiting)?.problem;
    // Typings before 1.106 and exactOptionalPropertyTypes: "" hides it.
    if (waiting) this.view.message = waiting.message;
    else if (about === "") this.view.message = "";
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

  async showFlat(isFlat: boolean): Promise<void> {
    await setFlat(isFlat);
  }

  async showAsTree(isTree: boolean): Promise<void> {
    await this.memory.update(TREE_KEY, isTree);
    this.tree.look.isTree = isTree;
    this.showLook();
  }

  /** Loads more checkpoints, or, by the name of its page, more of one heading. */
  async loadMore(page?: string): Promise<void> {
    const heading = page?.includes("deeds:")
      ? page.slice(page.indexOf("deeds:") + 6, page.lastIndexOf("/"))
      : undefined;
    if (heading === undefined) await this.data.loadMore();
    else this.tree.loadMoreDeeds(heading);
  }

  loadMoreDeeds({ heading }: MoreDeedsNode): void {
    this.tree.loadMoreDeeds(heading.id);
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
    this.tree.look.isFlat = isFlatSetting();
    setContext("isFlat", this.tree.look.isFlat);
    setContext("groupBy", this.tree.look.grouping);
    setContext("asTree", this.tree.look.isTree);
    this.tree.redrawAll();
  }

  private redraw(): void {
    this.tree.redraw().catch((error) => void showError(error));
  }
}
