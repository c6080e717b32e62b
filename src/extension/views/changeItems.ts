import * as vscode from "vscode";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { changeUri, plainUri } from "./changeDecorations";
import { filesBelow, linesText, statusName } from "./changeRows";
import { filesText, totalOf } from "./counts";
import type { ChangeFolderNode, ChangeNode, MoreFilesNode } from "./nodes";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Past this many files a checkpoint's folders are closed, so that the next one is near. */
const MAX_OPEN = 100;

export function changeFolderItem(
  { target, folder }: ChangeFolderNode,
  id: string,
): vscode.TreeItem {
  const isLarge = totalOf(target.checkpoint.filesChanged) > MAX_OPEN;
  const item = new vscode.TreeItem(folder.name, isLarge ? Collapsed : Expanded);
  item.id = id;
  item.resourceUri = plainUri(folder.path);
  item.iconPath = vscode.ThemeIcon.Folder;
  item.contextValue = "changeFolder";
  const files = filesText(filesBelow(folder));
  if (isLarge) item.description = files;
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, folder, {1}", folder.name, files),
  };
  item.tooltip = vscode.l10n.t(
    "{0} at #{1}",
    folder.path,
    target.checkpoint.number,
  );
  return item;
}

export function changeItem(
  node: ChangeNode,
  id: string,
  showFolder: boolean,
): vscode.TreeItem {
  const { change } = node;
  const name = baseOf(change.path);
  const item = new vscode.TreeItem(name, None);
  const layer = change.isUnsaved ? "unsaved" : "disk";
  item.id = `${id}/f:${layer}:${change.path}`;
  item.resourceUri = changeUri(change.path, change.status);
  item.iconPath = vscode.ThemeIcon.File;
  const from = change.from === null ? "" : `← ${change.from}`;
  item.description = [
    linesText(change),
    from,
    change.isUnsaved ? vscode.l10n.t("unsaved text") : "",
    showFolder ? parentOf(change.path) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = [change.path, from, statusName(change.status)]
    .filter(Boolean)
    .join("\n");
  item.accessibilityInformation = {
    label: [name, statusName(change.status), item.description]
      .filter(Boolean)
      .join(", "),
  };
  item.contextValue = [
    ...["change", change.status, layer],
    // There is nothing to go back to before it.
    ...(node.previous === null ? ["first"] : []),
  ].join(" ");
  item.command = {
    command: "checkpoint.openChange",
    title: vscode.l10n.t("Open Changes"),
    arguments: [node],
  };
  return item;
}

export function moreFilesItem(
  node: MoreFilesNode,
  id: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Load more"), None);
  item.id = `${id}/more`;
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.description = vscode.l10n.t("{0} left", node.remaining);
  item.command = {
    command: "checkpoint.loadMore",
    title: vscode.l10n.t("Load more"),
    arguments: [node],
  };
  return item;
}

export function noChangeItem(id: string): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("No files changed"), None);
  item.id = `${id}/none`;
  return item;
}
