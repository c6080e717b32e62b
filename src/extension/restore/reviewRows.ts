import * as vscode from "vscode";
import type { PlannedHunk } from "../../engine/api";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { filesText } from "../../wording/counts";
import { hunkLines, newerText, willDoToFile } from "../../wording/review";
import { folderKey } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { asShown } from "../text/asShown";
import { voice } from "../text/voice";
import { changeUri } from "../timeline/changeDecorations";
import type { Review, ReviewFile } from "./review";

export type FileOf = ReviewFile<FolderSession>;
export type ReviewNode =
  | { type: "reviewFile"; file: FileOf }
  | { type: "reviewHunk"; file: FileOf; index: number; hunk: PlannedHunk };

const { Collapsed, None } = vscode.TreeItemCollapsibleState;
const { Checked, Unchecked } = vscode.TreeItemCheckboxState;

/** Returns a row of the review as it is drawn now. */
export function reviewItem(
  node: ReviewNode,
  review: Review<FolderSession>,
  namesFolder: boolean,
): vscode.TreeItem {
  return asShown(
    node.type === "reviewFile"
      ? fileItem(node.file, review, namesFolder)
      : hunkItem(node, review),
  );
}

function fileItem(
  file: FileOf,
  review: Review<FolderSession>,
  namesFolder: boolean,
): vscode.TreeItem {
  const hunks = review.hunksOf(file);
  const canOpen = file.action === "replace" && hunks?.length !== 0;
  const item = new vscode.TreeItem(
    baseOf(file.path),
    canOpen ? Collapsed : None,
  );
  item.id = `${folderKey(file.session)}/${file.path}`;
  item.resourceUri = changeUri(file.path, statusOf(file));
  const isNewer = file.newer.length > 0 || file.isChangedSince;
  item.iconPath = isNewer
    ? new vscode.ThemeIcon(
        "warning",
        new vscode.ThemeColor("list.warningForeground"),
      )
    : vscode.ThemeIcon.File;
  const part = review.partOf(file);
  const newer = newerText(file, voice);
  const does = willDoToFile(file.action, voice);
  const some = part
    ? vscode.l10n.t("{0} of {1} changes", part[0], part[1])
    : "";
  item.description = [
    newer || (file.action === "replace" ? "" : does),
    some,
    namesFolder ? file.session.folder.name : "",
    parentOf(file.path),
  ]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = [file.path, does, newer].filter(Boolean).join("\n");
  item.contextValue = "reviewFile";
  const isChosen = review.isChosen(file);
  item.checkboxState = {
    state: isChosen ? Checked : Unchecked,
    tooltip: isChosen
      ? vscode.l10n.t("Will be restored")
      : vscode.l10n.t("Will be left as it is"),
    accessibilityInformation: {
      label: vscode.l10n.t("Restore {0}", file.path),
    },
  };
  item.accessibilityInformation = {
    label: [file.path, does, newer, some].filter(Boolean).join(", "),
  };
  item.command = {
    command: "checkpoint.reviewOpen",
    title: vscode.l10n.t("Open Changes"),
    arguments: [{ type: "reviewFile", file } satisfies ReviewNode],
  };
  return item;
}

function hunkItem(
  node: Extract<ReviewNode, { type: "reviewHunk" }>,
  review: Review<FolderSession>,
): vscode.TreeItem {
  const { file, index, hunk } = node;
  const lines = hunkLines(hunk, voice);
  const item = new vscode.TreeItem(hunk.text || lines, None);
  item.id = `${folderKey(file.session)}/${file.path}#${index}`;
  item.description = hunk.text ? lines : "";
  item.iconPath = new vscode.ThemeIcon("diff-single");
  item.contextValue = "reviewHunk";
  const isChosen = review.isChosen(file, index);
  item.checkboxState = {
    state: isChosen ? Checked : Unchecked,
    accessibilityInformation: {
      label: vscode.l10n.t("Restore the change at line {0}", hunk.line),
    },
  };
  item.tooltip = lines;
  item.accessibilityInformation = {
    label: [lines, hunk.text].filter(Boolean).join(", "),
  };
  item.command = {
    command: "checkpoint.reviewOpen",
    title: vscode.l10n.t("Open Changes"),
    arguments: [node],
  };
  return item;
}

/** The letter and colour a file would have in a list of changes. */
function statusOf({ action }: FileOf): "added" | "modified" | "deleted" {
  if (action === "create") return "added";
  return action === "delete" ? "deleted" : "modified";
}

/** Says how much is chosen, above the rows. */
export function reviewMessage(review: Review<FolderSession>): string {
  const { files, chosenFiles } = review;
  return vscode.l10n.t(
    "{0} of {1} chosen. The current state is kept in a guard checkpoint first.",
    chosenFiles.length,
    filesText(files.length, voice),
  );
}
