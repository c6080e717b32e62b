import * as vscode from "vscode";
import { escapeDirections } from "../../base/directions";
import { filesText } from "../../wording/counts";
import { momentUri } from "../documents/checkpointUri";
import { voice } from "../text/voice";
import { setContext } from "../timeline/viewContext";
import { FileTree, type TreeEntry } from "./fileTree";
import { pointName, type PointOf } from "./point";

/** A row of the view. It carries the state it is of, which may not be the one shown any more. */
export interface BrowseNode extends TreeEntry {
  type: "browse";
  point: PointOf;
}

/**
 * The files of a checkpoint as a read-only tree in the explorer, shown while somebody browses them.
 * The workspace's own folders stay as they are: adding a folder to a window restarts it.
 */
class BrowseView implements vscode.TreeDataProvider<BrowseNode> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private view: vscode.TreeView<BrowseNode> | undefined;
  private shown: { point: PointOf; tree: FileTree } | undefined;

  register(): vscode.Disposable {
    this.view = vscode.window.createTreeView("checkpoint.browse", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    return this.view;
  }

  get point(): PointOf | undefined {
    return this.shown?.point;
  }

  async show(point: PointOf): Promise<void> {
    const { engine } = point.session;
    const files = await engine.files(`@${point.moment}`);
    const tree = new FileTree(files.map(({ path }) => path));
    this.shown = { point, tree };
    setContext("isBrowsing", true);
    this.describe(files.length);
    this.changed.fire();
    await vscode.commands.executeCommand("checkpoint.browse.focus");
  }

  close(): void {
    this.shown = undefined;
    setContext("isBrowsing", false);
    this.changed.fire();
  }

  getChildren(node?: BrowseNode): BrowseNode[] {
    if (!this.shown) return [];
    const { point, tree } = this.shown;
    if (node && node.point !== point) return [];
    return tree
      .in(node?.path ?? "")
      .map((entry) => ({ type: "browse", point, ...entry }));
  }

  getTreeItem(node: BrowseNode): vscode.TreeItem {
    const { point, path, isFolder } = node;
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const name = escapeDirections(node.name);
    const item = new vscode.TreeItem(name, isFolder ? Collapsed : None);
    const uri = momentUri(point.session, path, point.moment);
    item.id = `${point.session.folder.uri.toString()} ${point.moment} ${path}`;
    item.resourceUri = uri;
    item.contextValue = isFolder ? "browseFolder" : "browseFile";
    item.tooltip = escapeDirections(`${path}\n${pointName(point)}`);
    item.accessibilityInformation = {
      label: isFolder
        ? vscode.l10n.t("{0}, folder in {1}", name, pointName(point))
        : vscode.l10n.t("{0}, file in {1}, read-only", name, pointName(point)),
    };
    if (isFolder) item.iconPath = vscode.ThemeIcon.Folder;
    else
      item.command = {
        command: "vscode.open",
        title: vscode.l10n.t("Open"),
        arguments: [uri, { preview: true }, titleOf(node)],
      };
    return item;
  }

  private describe(files: number): void {
    if (!this.view || !this.shown) return;
    const { point } = this.shown;
    this.view.title = vscode.l10n.t(
      "Files in {0}",
      point.number === null ? `“${point.title}”` : `#${point.number}`,
    );
    this.view.description = escapeDirections(
      `${point.number === null ? "" : `${point.title} · `}${filesText(files, voice)}`,
    );
  }
}

export const browseView = new BrowseView();

export function titleOf({ point, name }: BrowseNode): string {
  return `${name} (${point.number === null ? point.title : `#${point.number}`})`;
}
