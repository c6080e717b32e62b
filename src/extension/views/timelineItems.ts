import * as vscode from "vscode";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { changeUri, plainUri } from "./changeDecorations";
import { filesBelow, linesText, statusName } from "./changeRows";
import { checkpointsText, filesText, totalOf } from "./counts";
import { kindLooks, sourceName } from "./kinds";
import { plain, shorten } from "./markdown";
import { moreUri, type Paged } from "./moreInSight";
import type {
  ChangeFolderNode,
  ChangeNode,
  EntryNode,
  GroupNode,
  MemberNode,
  MessageNode,
  MoreNode,
  ProblemNode,
  ThreadNode,
} from "./nodes";
import { messageId, threadId } from "./rowIds";
import { rowText, type Here, type RowContext } from "./rowText";
import { exactTime, shortTime, type TimeStyle } from "./times";
import { tooltipOf } from "./tooltip";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function groupItem({ group }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    group.title,
    group.isOpen ? Expanded : Collapsed,
  );
  item.id = group.id;
  item.description = String(group.entries.length);
  item.contextValue = "group";
  if (group.tooltip) item.tooltip = group.tooltip;
  item.accessibilityInformation = {
    label: `${group.title}, ${checkpointsText(group.entries.length)}`,
  };
  return item;
}

export function entryItem(
  { entry, parent }: EntryNode,
  here: Here,
  context: Pick<RowContext, "time" | "underDay" | "namesFolder">,
): vscode.TreeItem {
  const { checkpoint } = entry.members[0];
  const text = rowText(entry, { ...context, here });
  const hasBelow = entry.members.length > 1 || mayHaveChanges(checkpoint);
  const item = new vscode.TreeItem(text.label, hasBelow ? Collapsed : None);
  const prefix = parent?.type === "message" ? `${parent.message.id}/` : "";
  item.id = prefix + entry.id;
  item.description = text.description;
  item.accessibilityInformation = { label: text.spoken };
  const look = kindLooks[checkpoint.kind];
  item.iconPath =
    here === null
      ? new vscode.ThemeIcon(
          checkpoint.pinned ? "pinned" : look.icon,
          new vscode.ThemeColor(look.color),
        )
      : new vscode.ThemeIcon(
          here === "exactly" ? "target" : "circle-large-outline",
          new vscode.ThemeColor("charts.orange"),
        );
  item.contextValue = [
    "checkpoint",
    checkpoint.kind,
    checkpoint.pinned ? "pinned" : "loose",
    entry.members.length > 1 ? "several" : "single",
  ].join(" ");
  return item;
}

/** Made when the pointer rests on the row: most are never asked for. */
export function entryTooltip(
  { entry }: EntryNode,
  here: Here,
  locale: string,
): vscode.MarkdownString {
  return markdown(tooltipOf(entry, here, locale));
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
    label: vscode.l10n.t(
      "{0}, workspace folder, number {1}",
      session.folder.name,
      checkpoint.number,
    ),
  };
  return item;
}

/** Past this many files a checkpoint's folders are closed, so that the next one is near. */
const MAX_OPEN = 100;

export function changeFolderItem(
  { target, folder }: ChangeFolderNode,
  id: string,
): vscode.TreeItem {
  const isLarge = totalOf(target.checkpoint.filesChanged) > MAX_OPEN;
  const item = new vscode.TreeItem(folder.name, isLarge ? Collapsed : Expanded);
  item.id = `${id}/d:${folder.path}`;
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

export function noChangeItem(id: string): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("No files changed"), None);
  item.id = `${id}/none`;
  return item;
}

export function threadItem(
  node: ThreadNode,
  time: TimeStyle,
  namesFolder: boolean,
): vscode.TreeItem {
  const { session, thread } = node;
  const title = shorten(thread.title, 120) || vscode.l10n.t("Untitled thread");
  const item = new vscode.TreeItem(title, Collapsed);
  item.id = threadId(node);
  item.iconPath = new vscode.ThemeIcon(
    "comment-discussion",
    new vscode.ThemeColor("charts.blue"),
  );
  const messages = thread.messages - thread.deletedMessages;
  const when = shortTime(thread.updatedAt, time);
  const count =
    messages === 1
      ? vscode.l10n.t("1 message")
      : vscode.l10n.t("{0} messages", messages);
  const folder = namesFolder ? [session.folder.name] : [];
  item.description = [...folder, thread.source, count, when].join(" · ");
  item.contextValue = "thread";
  item.tooltip = markdown(
    [
      `$(comment-discussion) **${plain(title)}**`,
      plain(vscode.l10n.t("By {0}", sourceName(thread.source))),
      plain(exactTime(thread.updatedAt, time.locale)),
    ].join("\n\n"),
  );
  const spoken = vscode.l10n.t(
    "Thread {0}, {1}, {2}",
    title,
    thread.source,
    count,
  );
  item.accessibilityInformation = { label: [spoken, ...folder].join(", ") };
  return item;
}

export function messageItem(
  node: MessageNode,
  time: TimeStyle,
): vscode.TreeItem {
  const { message } = node;
  const who =
    message.role === "user" ? vscode.l10n.t("You") : vscode.l10n.t("Agent");
  const text = shorten(message.text, 120) || who;
  const item = new vscode.TreeItem(text, message.checkpoint ? Collapsed : None);
  item.id = messageId(node);
  item.iconPath = new vscode.ThemeIcon(
    message.deleted
      ? "circle-slash"
      : message.role === "user"
        ? "account"
        : "sparkle",
  );
  item.description = [
    message.deleted ? vscode.l10n.t("taken back") : "",
    message.checkpoint ? `#${message.checkpoint.number}` : "",
    shortTime(message.at, time),
  ]
    .filter(Boolean)
    .join(" · ");
  item.contextValue = `message ${message.role} ${message.deleted ? "deleted" : "kept"}`;
  item.tooltip = markdown(
    `**${plain(who)}**, ${plain(exactTime(message.at, time.locale))}\n\n` +
      plain(shorten(message.text, 1000)),
  );
  item.accessibilityInformation = {
    label: [who, text, item.description].join(", "),
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
  item.description = vscode.l10n.t("{0} older", remaining);
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

/** Tooltips draw icons but follow no links: their texts come from outside. */
function markdown(text: string): vscode.MarkdownString {
  const value = new vscode.MarkdownString(text, true);
  value.isTrusted = false;
  value.supportHtml = false;
  return value;
}
