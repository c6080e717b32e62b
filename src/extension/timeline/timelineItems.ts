import * as vscode from "vscode";
import type { Role } from "../../answers/thread";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { headingIcon, hereIcon } from "./authors";
import { hereUri } from "./changeDecorations";
import { kindLooks } from "./kinds";
import { moreUri, type Paged } from "./loadOnScroll";
import type {
  CheckpointOf,
  EntryNode,
  GroupNode,
  MemberNode,
  MoreNode,
  ProblemNode,
} from "./nodes";
import { rowText, verdictsOf, type RowContext } from "./rowText";
import { colorByResult } from "../verdicts/resultDecorations";
import { safeMarkdown } from "../text/safeMarkdown";
import { tooltipOf, type TooltipMarks } from "./tooltip";
import { checkpointsText, filesText } from "../../wording/counts";
import { totalOf } from "../../engine/model/checkpoint";
import { voice } from "../text/voice";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function groupItem({ group }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    group.title,
    group.isOpen ? Expanded : Collapsed,
  );
  item.id = group.id;
  const count = group.entries.length;
  const shown = count.toLocaleString(vscode.env.language);
  item.description = group.isPartial ? `${shown}+` : shown;
  item.contextValue = "group";
  if (group.tooltip) item.tooltip = group.tooltip;
  const icon = headingIcon(group.id);
  if (icon) item.iconPath = icon;
  const spoken = [
    group.title,
    checkpointsText(count, voice),
    group.isPartial ? vscode.l10n.t("older ones are not loaded") : "",
  ];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(", ") };
  return item;
}

export function entryItem(
  { entry, parent }: EntryNode,
  isHere: boolean,
  context: Omit<RowContext, "isHere">,
): vscode.TreeItem {
  const { checkpoint } = entry.members[0];
  const text = rowText(entry, { ...context, isHere });
  const hasBelow = entry.members.length > 1 || mayHaveChanges(checkpoint);
  const item = new vscode.TreeItem(text.label, hasBelow ? Collapsed : None);
  if (isHere) item.resourceUri = hereUri();
  const prefix = parent?.type === "message" ? `${parent.message.id}/` : "";
  item.id = prefix + entry.id;
  item.description = text.description;
  item.accessibilityInformation = { label: text.spoken };
  const look = kindLooks[checkpoint.kind];
  item.iconPath = isHere
    ? hereIcon()
    : new vscode.ThemeIcon(
        checkpoint.pinned ? "pinned" : look.icon,
        new vscode.ThemeColor(look.color),
      );
  if (!isHere) colorByResult(item, verdictsOf(entry));
  item.contextValue = [
    "checkpoint",
    checkpoint.kind,
    checkpoint.pinned ? "pinned" : "loose",
    entry.members.length > 1 ? "several" : "single",
    context.isBaseline ? "baseline" : "plain",
    ...(typeof checkpoint.metadata["restore"] === "string" ? ["restore"] : []),
  ].join(" ");
  return item;
}

/** Made when the pointer rests on the row: most are never asked for. */
export async function entryTooltip(
  { entry, targets }: EntryNode,
  marks: Omit<TooltipMarks, "role">,
  locale: string,
): Promise<vscode.MarkdownString> {
  const role = await roleOf(targets[0]);
  return safeMarkdown(tooltipOf(entry, { ...marks, role }, locale));
}

/** Who said the message that a checkpoint belongs to. */
async function roleOf(
  target: CheckpointOf | undefined,
): Promise<Role | undefined> {
  const { thread, message } = target?.checkpoint ?? {};
  if (!target || !thread || !message) return undefined;
  try {
    const { messages } = await target.session.engine.thread(thread);
    return messages.find(({ id }) => id === message)?.role;
  } catch {
    return undefined; // The tooltip says less.
  }
}

export function memberItem({ target, parent }: MemberNode): vscode.TreeItem {
  const { session, checkpoint } = target;
  const item = new vscode.TreeItem(
    session.folder.name,
    mayHaveChanges(checkpoint) ? Collapsed : None,
  );
  item.id = `${parent.entry.id}/member:${session.folder.uri.toString()}`;
  item.iconPath = new vscode.ThemeIcon("root-folder");
  item.description = `#${checkpoint.number}`;
  item.contextValue = "member";
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t(
        "{0}, workspace folder, number {1}",
        session.folder.name,
        checkpoint.number,
      ),
      filesText(totalOf(checkpoint.filesChanged), voice),
    ].join(", "),
  };
  return item;
}

export function moreItem(
  view: Paged,
  { page, remaining }: MoreNode,
): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Load more"), None);
  item.id = "more";
  item.resourceUri = moreUri(view, page);
  item.tooltip = vscode.l10n.t("Load more");
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  // How many there are is not known of the versions of a file.
  if (remaining > 0) item.description = vscode.l10n.t("{0} older", remaining);
  item.accessibilityInformation = {
    label:
      remaining > 0
        ? vscode.l10n.t("Load more, {0} older", remaining)
        : vscode.l10n.t("Load more"),
  };
  item.command = {
    command: "checkpoint.loadMore",
    title: vscode.l10n.t("Load more"),
  };
  return item;
}

export function problemItem({ session }: ProblemNode): vscode.TreeItem {
  const { folder, problem, state } = session;
  const item = new vscode.TreeItem(folder.name, None);
  item.id = `problem:${folder.uri.toString()}`;
  item.iconPath = new vscode.ThemeIcon(
    "warning",
    new vscode.ThemeColor("list.warningForeground"),
  );
  item.description =
    problem?.message ?? vscode.l10n.t("This folder is not recorded.");
  item.tooltip = [item.description, problem?.hint ?? ""]
    .filter(Boolean)
    .join("\n");
  item.contextValue = `problem ${state}`;
  item.accessibilityInformation = {
    label: `${folder.name}: ${item.description}`,
  };
  return item;
}

/** Unsaved text may be what it was before; only a comparison could tell. */
function mayHaveChanges({ filesChanged, unsaved }: Checkpoint): boolean {
  return totalOf(filesChanged) > 0 || unsaved > 0;
}
