import * as vscode from "vscode";
import { plain, shorten } from "../text/markdown";
import type { MessageNode, ThreadNode } from "./nodes";
import { messageId, threadId } from "./rowIds";
import { messageTitle, threadTitle, whoSaid } from "./threadText";
import { safeMarkdown } from "../text/safeMarkdown";
import { filesText } from "../../wording/counts";
import { authorName, linesSpoken, linesText } from "../../wording/deeds";
import { authorIcon } from "./authors";
import { briefTime, PROMPT_LENGTH } from "./deedText";
import { afterTime } from "./timeColumn";
import { sourceName } from "../../wording/kinds";
import { exactTime, type TimeStyle } from "../../wording/times";
import { voice } from "../text/voice";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

export function threadItem(
  node: ThreadNode,
  time: TimeStyle,
  namesFolder: boolean,
): vscode.TreeItem {
  const { session, thread } = node;
  const title = threadTitle(thread, 120);
  const shown = threadTitle(thread, PROMPT_LENGTH);
  const when = briefTime(thread.updatedAt, time);
  const item = new vscode.TreeItem(afterTime(when, shown), Collapsed);
  item.id = threadId(node);
  item.iconPath = authorIcon(thread.source);
  const messages = thread.messages - thread.deletedMessages;
  const count =
    messages === 1
      ? vscode.l10n.t("1 message")
      : vscode.l10n.t("{0} messages", messages);
  const folder = namesFolder ? [session.folder.name] : [];
  const author = authorName(thread.source, voice);
  // A narrow side bar cuts the end; the icon already says who the agent is.
  item.description = [...folder, count, author].join(" · ");
  item.contextValue = "thread";
  item.tooltip = safeMarkdown(
    [
      `$(comment-discussion) **${plain(title)}**`,
      plain(vscode.l10n.t("By {0}", sourceName(thread.source, voice))),
      plain(exactTime(thread.updatedAt, time.locale)),
    ].join("\n\n"),
  );
  const spoken = vscode.l10n.t(
    "Conversation “{0}”, {1}, {2}",
    title,
    author,
    count,
  );
  const at = exactTime(thread.updatedAt, time.locale);
  item.accessibilityInformation = {
    label: [spoken, ...folder, at].join(", "),
  };
  return item;
}

export function messageItem(
  node: MessageNode,
  time: TimeStyle,
): vscode.TreeItem {
  const { message } = node;
  const who = whoSaid(message);
  const text = messageTitle(message, 120);
  const hasBelow = node.deed
    ? node.deed.files > 0
    : message.checkpoint !== null;
  const shown = messageTitle(message, PROMPT_LENGTH);
  const label = afterTime(briefTime(message.at, time), shown);
  const item = new vscode.TreeItem(label, hasBelow ? Collapsed : None);
  item.id = messageId(node);
  item.iconPath = message.deleted
    ? new vscode.ThemeIcon("circle-slash")
    : message.role === "user"
      ? new vscode.ThemeIcon("account")
      : authorIcon(node.parent.thread.source);
  item.description = [
    message.deleted ? vscode.l10n.t("deleted") : "",
    node.deed && node.deed.files > 0 ? filesText(node.deed.files, voice) : "",
    linesText(node.deed?.lines ?? null),
    message.checkpoint && !node.deed ? `#${message.checkpoint.number}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
  item.contextValue = `message ${message.role} ${message.deleted ? "deleted" : "kept"}`;
  item.tooltip = safeMarkdown(
    `**${plain(who)}**, ${plain(exactTime(message.at, time.locale))}\n\n` +
      plain(shorten(message.text, 1000)),
  );
  const spoken = [
    who,
    text,
    message.deleted ? vscode.l10n.t("deleted") : "",
    exactTime(message.at, time.locale),
    node.deed ? filesText(node.deed.files, voice) : "",
    linesSpoken(node.deed?.lines ?? null, voice),
  ];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(", ") };
  return item;
}
