import * as vscode from "vscode";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { changeUri, plainUri } from "./changeDecorations";
import { filesBelow, linesOf, statusName } from "./changeRows";
import type { ChangeFolderNode, ChangeNode, MoreFilesNode } from "./nodes";
import { filesText } from "../../wording/counts";
import { linesSpoken, linesText } from "../../wording/deeds";
import { voice } from "../text/voice";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Past this many files the folders below a row are closed, so that the next row is near. */
const MAX_OPEN = 100;

export function changeFolderItem(
  { target, folder, listed, previous }: ChangeFolderNode,
  id: string,
): vscode.TreeItem {
  const isLarge = listed > MAX_OPEN;
  const item = new vscode.TreeItem(folder.name, isLarge ? Collapsed : Expanded);
  item.id = id;
  item.resourceUri = plainUri(folder.path);
  item.iconPath = vscode.ThemeIcon.Folder;
  item.contextValue = previous === null ? "changeFolder first" : "changeFolder";
  const files = filesText(filesBelow(folder), voice);
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
  const unsaved = change.isUnsaved ? vscode.l10n.t("unsaved changes") : "";
  const folder = showFolder ? parentOf(change.path) : "";
  item.description = [linesText(linesOf(change)), from, unsaved, folder]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = [change.path, from, statusName(change.status)]
    .filter(Boolean)
    .join("\n");
  item.accessibilityInformation = {
    label: [
      name,
      change.from === null
        ? statusName(change.status)
        : vscode.l10n.t("renamed from {0}", change.from),
      linesSpoken(linesOf(change), voice),
      unsaved,
      parentOf(change.path),
    ]
      .filter(Boolean)
      .join(", "),
  };
  item.contextValue = [
    ...[node.isNow ? "nowChange" : "change", change.status],
    ...(node.at?.turn ? ["turn"] : []),
    layer,
    // There is nothing to go back to before it.
    ...(node.previous === null ? ["first"] : []),
  ].join(" ");
  item.command = {
    command: node.isNow
      ? "checkpoint.compareWithWorkspace"
      : "checkpoint.openChange",
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
  item.accessibilityInformation = {
    label: vscode.l10n.t("Load more files, {0} left", node.remaining),
  };
  item.command = {
    command: "checkpoint.loadMore",
    title: vscode.l10n.t("Load more"),
    arguments: [node],
  };
  return item;
}

export function noChangeItem(id: string): vscode.TreeItem {
  const text = vscode.l10n.t("No files changed");
  const item = new vscode.TreeItem(text, None);
  item.id = `${id}/none`;
  item.accessibilityInformation = { label: text };
  return item;
}
