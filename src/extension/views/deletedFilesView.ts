import * as vscode from "vscode";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { systemTime } from "../capture/time";
import { folderKey } from "../documents/checkpointUri";
import type { Folders } from "../folders";
import { plainUri } from "./changeDecorations";
import { sizeText } from "./counts";
import { bySource, isRemarkableSource, sourceName } from "./kinds";
import { fromEachFolder } from "./eachFolder";
import { ListRefresh } from "./listRefresh";
import type { DeletedNode } from "./nodes";
import { onDidChangeRecorded } from "./recorded";
import { looksOf } from "./rowIds";
import { exactTime, shortTime } from "./times";
import { onDidChangeViewSettings, timeStyle } from "./viewSettings";

const LIMIT = 500;

/** Files that are gone and can be brought back, latest first. */
export class DeletedFilesView
  implements vscode.TreeDataProvider<DeletedNode>, vscode.Disposable
{
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<DeletedNode>;
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

  get selection(): readonly DeletedNode[] {
    return this.view.selection;
  }

  getTreeItem(node: DeletedNode): vscode.TreeItem {
    return deletedItem(node, this.folders.all.length > 1);
  }

  async getChildren(node?: DeletedNode): Promise<DeletedNode[]> {
    if (node || !this.view.visible) return [];
    const rows = await this.load();
    this.refresh.noteDrawn(this.lookOf(rows));
    this.view.message =
      rows.length > LIMIT
        ? vscode.l10n.t("The {0} files that were deleted last", LIMIT)
        : "";
    return rows.slice(0, LIMIT);
  }

  /** One more than is shown, when there are more. */
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

function deletedItem(node: DeletedNode, showFolder: boolean): vscode.TreeItem {
  const { session, file } = node;
  const time = timeStyle();
  const when = shortTime(file.deletedAt, time);
  const item = new vscode.TreeItem(baseOf(file.path));
  item.id = `${folderKey(session)}/${file.path}`;
  // All of them are deleted: a letter and a colour would tell nothing.
  item.resourceUri = plainUri(file.path);
  item.iconPath = vscode.ThemeIcon.File;
  const source = isRemarkableSource(file.source) ? sourceName(file.source) : "";
  item.description = [
    showFolder ? session.folder.name : "",
    parentOf(file.path),
    when,
    source,
  ]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = [
    file.path,
    vscode.l10n.t("Deleted {0}", exactTime(file.deletedAt, time.locale)),
    vscode.l10n.t("Deleted {0}", bySource(file.source)),
    sizeText(file.sizeBytes),
  ].join("\n");
  item.contextValue = "deletedFile";
  const spoken = showFolder ? `${session.folder.name}/${file.path}` : file.path;
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, deleted {1}", spoken, when),
  };
  item.command = {
    command: "checkpoint.openDeleted",
    title: vscode.l10n.t("Open"),
    arguments: [node],
  };
  return item;
}
