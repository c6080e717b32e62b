import * as vscode from "vscode";
import { escapeDirections } from "../../base/directions";
import { baseOf } from "../../engine/model/workspacePath";
import { systemTime } from "../../base/time";
import { activeUri, placeOf, type Place } from "../documents/activeFile";
import { folderKey } from "../documents/checkpointUri";
import type { FolderSession, Folders } from "../session/folders";
import { asShown } from "../text/asShown";
import {
  hasContent,
  isWorthARow,
  versionBefore,
  versionText,
} from "./historyText";
import { ListRefresh } from "../timeline/listRefresh";
import type { MoreNode, VersionNode } from "../timeline/nodes";
import {
  isRecorded,
  isWaiting,
  onDidChangeRecorded,
  onDidChangeStates,
} from "../timeline/recorded";
import { onDidChangeViewSettings, timeStyle } from "../timeline/viewSettings";
import { moreItem } from "../timeline/timelineItems";
import { setContext } from "../timeline/viewContext";
import { looksOf } from "../timeline/rowIds";
import { colorByResult } from "../verdicts/resultDecorations";

const PAGE = 50;
type Node = VersionNode | MoreNode;

/** The versions of the file in the active editor, newest first. */
export class FileHistoryView
  implements vscode.TreeDataProvider<Node>, vscode.Disposable
{
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: { dispose(): void }[] = [];
  private followed: Place | undefined;
  private limit = PAGE;
  private shown = 0;
  private isLoaded = false;
  private readonly refresh: ListRefresh;

  constructor(private readonly folders: Folders) {
    this.view = vscode.window.createTreeView("checkpoint.fileHistory", {
      treeDataProvider: this,
    });
    const { tabGroups } = vscode.window;
    this.refresh = new ListRefresh(
      {
        isVisible: () => this.view.visible,
        look: async () => this.lookOf(await this.load()),
        redraw: () => this.changed.fire(),
      },
      150,
      systemTime,
    );
    this.disposables.push(
      this.view,
      this.refresh,
      tabGroups.onDidChangeTabs(() => this.follow()),
      tabGroups.onDidChangeTabGroups(() => this.follow()),
      folders.onDidChangeFolders(() => this.follow()),
      onDidChangeRecorded(folders, () => this.refresh.soon()),
      onDidChangeStates(folders, () => this.tell()),
      onDidChangeViewSettings(() => this.refresh.soon()),
      folders.onDidChange(({ session }) => {
        if (session === this.followed?.session) this.refresh.soon();
      }),
      this.view.onDidChangeVisibility(() => this.changed.fire()),
    );
    this.follow();
  }

  /** Shows a file that is in no editor, until another editor is activated. */
  show(session: FolderSession, path: string): void {
    this.followed = { session, path };
    this.limit = PAGE;
    this.shown++;
    this.view.description = escapeDirections(baseOf(path));
    this.changed.fire();
  }

  loadMore(): void {
    this.limit += PAGE;
    this.changed.fire();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.type === "more") {
      const item = moreItem("history", node);
      item.command = {
        command: "checkpoint.loadMoreHistory",
        title: vscode.l10n.t("Load more"),
      };
      return item;
    }
    return asShown(versionItem(node));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node || !this.view.visible) return [];
    const { shown } = this;
    this.isLoaded = false;
    this.tell();
    const rows = await this.load();
    this.refresh.noteDrawn(this.lookOf(rows));
    if (shown === this.shown) {
      this.isLoaded = true;
      this.tell();
    }
    return rows;
  }

  /** What an empty view says; the manifest has the texts. */
  private tell(): void {
    const isFile = (this.followed ?? activeUri()) !== undefined;
    const waits = this.followed && isWaiting(this.followed.session);
    const why = waits ? "waiting" : this.isLoaded ? "noVersions" : "loading";
    setContext("fileHistory", isFile ? why : "noFile");
  }

  private async load(): Promise<Node[]> {
    if (!this.followed) return [];
    const { session, path } = this.followed;
    if (!isRecorded(session)) return [];
    const versions = await session.engine.history(path, {
      limit: this.limit + 1,
      lines: true,
    });
    const shown = versions.slice(0, this.limit);
    const rows = shown.flatMap((version, index): Node[] =>
      isWorthARow(version)
        ? [
            {
              ...{ type: "version", session, version },
              previous: versionBefore(versions, index),
            },
          ]
        : [],
    );
    return versions.length > shown.length
      ? [
          ...rows,
          { type: "more", page: `${this.shown}/${this.limit}`, remaining: 0 },
        ]
      : rows;
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private follow(): void {
    const uri = activeUri();
    const place = uri && placeOf(this.folders, uri);
    const found = place?.path === "" ? undefined : place;
    const { followed } = this;
    if (followed?.session === found?.session && followed?.path === found?.path)
      return followed ? undefined : this.changed.fire();
    // Looking at the settings or at a preview must not empty the view.
    if (!found && followed && vscode.window.tabGroups.activeTabGroup.activeTab)
      return;
    if (found) this.show(found.session, found.path);
    else {
      this.followed = undefined;
      this.view.description = "";
      this.changed.fire();
    }
  }

  private lookOf(rows: readonly Node[]): string {
    return looksOf(rows.map((row) => this.getTreeItem(row)));
  }
}

function versionItem(node: VersionNode): vscode.TreeItem {
  const { session, version } = node;
  const text = versionText(version, timeStyle());
  const item = new vscode.TreeItem(text.label);
  const layer = version.unsaved ? "unsaved" : "disk";
  item.id = `${folderKey(session)}/${version.path}@${version.born}/${layer}/${version.change}`;
  item.description = text.description;
  item.tooltip = text.tooltip;
  item.iconPath = new vscode.ThemeIcon(
    text.icon,
    text.color === null ? undefined : new vscode.ThemeColor(text.color),
  );
  item.contextValue = hasContent(version)
    ? `version ${layer}`
    : "version empty";
  item.accessibilityInformation = { label: text.spoken };
  colorByResult(item, version.verdicts);
  item.command = {
    command: "checkpoint.openVersion",
    title: vscode.l10n.t("Open Changes"),
    arguments: [node],
  };
  return item;
}
