import * as vscode from "vscode";
import { baseOf } from "../../engine/model/workspacePath";
import { systemTime } from "../../base/time";
import { folderKey } from "../documents/checkpointUri";
import type { Folders } from "../session/folders";
import { asShown } from "../text/asShown";
import { plainUri } from "../timeline/changeDecorations";
import { isRemarkableSource } from "../timeline/kinds";
import { fromEachFolder } from "../timeline/eachFolder";
import { ListRefresh } from "../timeline/listRefresh";
import type { DeletedFolderNode, DeletedNode } from "../timeline/nodes";
import { deletedBelow, deletedTree, latestIn } from "./deletedTree";
import { onDidChangeRecorded } from "../timeline/recorded";
import { looksOf } from "../timeline/rowIds";
import { onDidChangeViewSettings, timeStyle } from "../timeline/viewSettings";
import { filesText, sizeText } from "../../wording/counts";
import { authorName } from "../../wording/deeds";
import { bySource } from "../../wording/kinds";
import { exactTime, shortTime } from "../../wording/times";
import { voice } from "../text/voice";

const LIMIT = 500;

type Node = DeletedNode | DeletedFolderNode;

/** Deleted files that can be restored, by folder, the latest first. */
export class DeletedFilesView
  implements vscode.TreeDataProvider<Node>, vscode.Disposable
{
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: { dispose(): void }[] = [];
  private readonly refresh: ListRefresh;

  constructor(private readonly folders: Folders) {
    this.view = vscode.window.createTreeView("checkpoint.deletedFiles", {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.refresh = new ListRefresh(
      {
        isVisible: () => this.view.visible,
        look: async () => this.lookOf(await this.load()),
        redraw: () => this.changed.fire(),
      },
      250,
      systemTime,
    );
    this.disposables.push(
      this.view,
      this.refresh,
      folders.onDidChangeFolders(() => this.changed.fire()),
      onDidChangeRecorded(folders, () => this.refresh.soon()),
      onDidChangeViewSettings(() => this.refresh.soon()),
      folders.onDidChange(({ event }) => {
        if (event.type !== "edited" && event.type !== "thread")
          this.refresh.soon();
      }),
      this.view.onDidChangeVisibility(() => this.changed.fire()),
    );
  }

  get selection(): readonly Node[] {
    return this.view.selection;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return asShown(
      node.type === "deleted" ? deletedItem(node) : deletedFolderItem(node),
    );
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.type === "deletedFolder") return childrenOf(node);
    if (node || !this.view.visible) return [];
    const rows = await this.load();
    this.refresh.noteDrawn(this.lookOf(rows));
    this.view.message =
      rows.length > LIMIT
        ? vscode.l10n.t("The {0} most recently deleted files", LIMIT)
        : "";
    return this.tops(rows.slice(0, LIMIT));
  }

  /** With several workspace folders, each is a row of its own. */
  private tops(rows: readonly DeletedNode[]): Node[] {
    const sessions = [...new Set(rows.map(({ session }) => session))];
    const tops = sessions.map((session): DeletedFolderNode => ({
      type: "deletedFolder",
      session,
      folder: {
        ...deletedTree(rows.filter((row) => row.session === session)),
        name: session.folder.name,
      },
    }));
    return this.folders.all.length > 1 ? tops : tops.flatMap(childrenOf);
  }

  /** One more than is shown, to know whether there are more. */
  private async load(): Promise<DeletedNode[]> {
    const all = await fromEachFolder(this.folders, async (session) => {
      const files = await session.engine.deleted({ limit: LIMIT + 1 });
      return files.map((file): DeletedNode => ({
        type: "deleted",
        session,
        file,
      }));
    });
    return all
      .sort((a, b) => b.file.deletedAt.localeCompare(a.file.deletedAt))
      .slice(0, LIMIT + 1);
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private lookOf(rows: readonly DeletedNode[]): string {
    return looksOf(rows.map((row) => this.getTreeItem(row)));
  }
}

function childrenOf({ session, folder }: DeletedFolderNode): Node[] {
  const folders = folder.folders.map((each): DeletedFolderNode => ({
    ...{ type: "deletedFolder", session, folder: each },
  }));
  return [...folders, ...folder.files];
}

/** Folders with more files than this are collapsed, so that the next folder is close. */
const MAX_OPEN = 20;

/** The row of a folder with deleted files. */
export function deletedFolderItem({
  session,
  folder,
}: DeletedFolderNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const count = deletedBelow(folder).length;
  const item = new vscode.TreeItem(
    folder.name,
    count > MAX_OPEN ? Collapsed : Expanded,
  );
  item.id = `${folderKey(session)}/${folder.path}/`;
  item.resourceUri = plainUri(folder.path || folder.name);
  item.iconPath = vscode.ThemeIcon.Folder;
  const files = filesText(count, voice);
  const when = shortTime(latestIn(folder), timeStyle(), voice);
  item.description = `${files} · ${when}`;
  item.tooltip = folder.path || folder.name;
  item.contextValue = "deletedFolder";
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      "{0}, folder, {1} deleted, the last {2}",
      folder.path || folder.name,
      files,
      when,
    ),
  };
  return item;
}

/** The row of a deleted file. */
export function deletedItem(node: DeletedNode): vscode.TreeItem {
  const { session, file } = node;
  const time = timeStyle();
  const when = shortTime(file.deletedAt, time, voice);
  const item = new vscode.TreeItem(baseOf(file.path));
  item.id = `${folderKey(session)}/${file.path}`;
  // All of them are deleted, so a letter and a colour would add nothing.
  item.resourceUri = plainUri(file.path);
  item.iconPath = vscode.ThemeIcon.File;
  const source = isRemarkableSource(file.source)
    ? authorName(file.source, voice)
    : "";
  item.description = [when, source].filter(Boolean).join(" · ");
  item.tooltip = [
    file.path,
    vscode.l10n.t("Deleted {0}", exactTime(file.deletedAt, time.locale)),
    vscode.l10n.t("Deleted {0}", bySource(file.source, voice)),
    sizeText(file.sizeBytes, voice),
  ].join("\n");
  item.contextValue = "deletedFile";
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t("{0}, deleted {1}", file.path, when),
      authorName(file.source, voice),
    ].join(", "),
  };
  item.command = {
    command: "checkpoint.openDeleted",
    title: vscode.l10n.t("Open"),
    arguments: [node],
  };
  return item;
}
