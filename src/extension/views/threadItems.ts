import * as vscode from "vscode";
import { sourceName } from "./kinds";
import { plain, shorten } from "./markdown";
import type { MessageNode, ThreadNode } from "./nodes";
import { messageId, threadId } from "./rowIds";
import { messageTitle, threadTitle, whoSaid } from "./threadText";
import { exactTime, shortTime, type TimeStyle } from "./times";
import { safeMarkdown } from "./safeMarkdown";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

export function threadItem(
  node: ThreadNode,
  time: TimeStyle,
  namesFolder: boolean,
): vscode.TreeItem {
  const { session, thread } = node;
  const title = threadTitle(thread, 120);
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
  // A narrow side bar cuts the end, as with checkpoints.
  item.description = [when, ...folder, thread.source, count].join(" · ");
  item.contextValue = "thread";
  item.tooltip = safeMarkdown(
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
  const who = whoSaid(message);
  const text = messageTitle(message, 120);
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
    shortTime(message.at, time),
    message.checkpoint ? `#${message.checkpoint.number}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
  item.contextValue = `message ${message.role} ${message.deleted ? "deleted" : "kept"}`;
  item.tooltip = safeMarkdown(
    `**${plain(who)}**, ${plain(exactTime(message.at, time.locale))}\n\n` +
      plain(shorten(message.text, 1000)),
  );
  item.accessibilityInformation = {
    label: [who, text, item.description].join(", "),
  };
  return item;
}
