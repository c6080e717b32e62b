import * as vscode from "vscode";
import type { Verdict } from "../../answers/verdict";
import { checkpointsText, filesText } from "../../wording/counts";
import { deedTitle } from "../../wording/deeds";
import { shorten } from "../text/markdown";
import { safeMarkdown } from "../text/safeMarkdown";
import { voice } from "../text/voice";
import { colorByResult } from "../verdicts/resultDecorations";
import { changedIcon, deedIcon, headingIcon, hereIcon } from "./authors";
import { hereUri } from "./changeDecorations";
import { deedText } from "./deedText";
import { deedTooltip } from "./deedTooltip";
import { moreUri } from "./loadOnScroll";
import type {
  DeedNode,
  DeedPartNode,
  HeadingNode,
  MoreDeedsNode,
  NowNode,
  StepsNode,
} from "./nodes";
import { nowText } from "./nowRow";
import type { TooltipMarks } from "./tooltip";
import { timeStyle } from "./viewSettings";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function nowItem(
  { session, now }: NowNode,
  namesFolder: boolean,
): vscode.TreeItem {
  const text = nowText(now, namesFolder ? session.folder.name : null);
  const isChanged = now.rows.length > 0;
  const item = new vscode.TreeItem(text.label, isChanged ? Collapsed : None);
  item.resourceUri = hereUri();
  item.tooltip = text.spoken;
  item.id = `now:${session.folder.uri.toString()}`;
  item.description = text.description;
  item.iconPath = isChanged ? changedIcon() : hereIcon();
  item.contextValue = `now ${isChanged ? "changed" : "same"}`;
  item.accessibilityInformation = { label: text.spoken };
  return item;
}

export function headingItem({
  heading,
  title,
  isOpen,
}: HeadingNode): vscode.TreeItem {
  const item = new vscode.TreeItem(title, isOpen ? Expanded : Collapsed);
  item.id = heading.id;
  item.description = heading.count.toLocaleString(vscode.env.language);
  item.contextValue = "heading";
  const icon = headingIcon(heading.id);
  if (icon) item.iconPath = icon;
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, {1} entries", title, heading.count),
  };
  return item;
}

/** What a row shows besides its deed. */
export interface DeedSurroundings {
  isHere: boolean;
  namesFolder: boolean;
  isBaseline: boolean;
}

export function deedItem(
  node: DeedNode,
  { isHere, namesFolder, isBaseline }: DeedSurroundings,
): vscode.TreeItem {
  const [{ session, deed: first }] = node.row.members;
  const isMany = node.row.members.length > 1;
  const deed = { ...first, verdicts: verdictsOf(node) };
  const text = deedText(deed, {
    time: timeStyle(),
    isHere,
    isBaseline,
    folder: isMany
      ? vscode.l10n.t("{0} folders", node.row.members.length)
      : namesFolder
        ? session.folder.name
        : null,
  });
  const hasBelow = isMany || (deed.files > 0 && deed.kind !== "session");
  const item = new vscode.TreeItem(
    text.label,
    hasBelow || deed.checkpoints.length > 1 ? Collapsed : None,
  );
  item.id = node.row.id;
  if (isHere) item.resourceUri = hereUri();
  item.description = text.description;
  item.accessibilityInformation = { label: text.spoken };
  item.iconPath = isHere ? hereIcon() : deedIcon(deed);
  item.contextValue = contextOf(node, isBaseline);
  if (!isHere) colorByResult(item, deed.verdicts);
  return item;
}

/** The verdicts about a row: with several folders, about any of their states. */
function verdictsOf({ row }: DeedNode): Verdict[] {
  return row.members.flatMap(({ deed }) => deed.verdicts);
}

/**
 * The words that menus look for: `deed`, its kind, whether its checkpoint is its own,
 * pinned, of several folders or the baseline, and whether a restore can be undone.
 */
function contextOf({ row }: DeedNode, isBaseline: boolean): string {
  const [{ deed }] = row.members;
  const { checkpoint, checkpoints, restore } = deed;
  const isOwn = checkpoints.some(({ id }) => id === checkpoint?.id);
  return [
    ...["deed", deed.kind],
    isOwn && checkpoint ? "own" : "borrowed",
    checkpoint?.pinned ? "pinned" : "loose",
    row.members.length > 1 ? "several" : "single",
    deed.before > 0 ? "hasBefore" : "first",
    ...(restore?.state === "done" && restore.verb !== "undo"
      ? ["undoable"]
      : []),
    ...(restore?.state === "done" && restore.verb === "undo"
      ? ["redoable"]
      : []),
    isBaseline ? "baseline" : "plain",
  ].join(" ");
}

export function resolvedTooltip(
  node: DeedNode,
  marks: Omit<TooltipMarks, "role">,
): vscode.MarkdownString {
  const [{ deed: first }] = node.row.members;
  const deed = { ...first, verdicts: verdictsOf(node) };
  return safeMarkdown(deedTooltip(deed, marks, timeStyle().locale));
}

export function deedPartItem({ parent, index }: DeedPartNode): vscode.TreeItem {
  const { session, deed } = parent.row.members[index] ?? parent.row.members[0];
  const item = new vscode.TreeItem(
    session.folder.name,
    deed.files > 0 ? Collapsed : None,
  );
  item.id = `${parent.row.id}/part:${index}`;
  item.iconPath = new vscode.ThemeIcon("root-folder");
  const number = deed.checkpoint?.number;
  const files = filesText(deed.files, voice);
  item.description = [number === undefined ? "" : `#${number}`, files]
    .filter(Boolean)
    .join(" · ");
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      "{0}, workspace folder, {1}",
      session.folder.name,
      files,
    ),
  };
  item.contextValue = "deedPart";
  return item;
}

export function stepsItem(node: StepsNode): vscode.TreeItem {
  const [{ deed }] = node.parent.row.members;
  const count = checkpointsText(deed.checkpoints.length, voice);
  const item = new vscode.TreeItem(count, Collapsed);
  item.id = `${node.parent.row.id}/steps`;
  item.iconPath = new vscode.ThemeIcon("history");
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      "{0} of “{1}”",
      count,
      shorten(deedTitle(deed, voice), 60),
    ),
  };
  item.contextValue = "steps";
  return item;
}

export function moreDeedsItem({
  heading,
  remaining,
}: MoreDeedsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Load more"), None);
  item.id = `more:${heading.id}`;
  item.resourceUri = moreUri("timeline", `deeds:${heading.id}/${remaining}`);
  item.tooltip = vscode.l10n.t("Load more");
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.description = vscode.l10n.t("{0} older", remaining);
  item.accessibilityInformation = {
    label: vscode.l10n.t("Load more, {0} older", remaining),
  };
  item.command = {
    command: "checkpoint.loadMore",
    title: vscode.l10n.t("Load more"),
    arguments: [{ type: "moreDeeds", heading, remaining }],
  };
  return item;
}
