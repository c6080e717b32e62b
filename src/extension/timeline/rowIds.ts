import type * as vscode from "vscode";
import type { MessageNode, ThreadNode, TimelineNode } from "./nodes";

/** Of the rows that are compared; the others are drawn with all. */
export function idOf(node: TimelineNode): string {
  switch (node.type) {
    case "group":
      return node.group.id;
    case "entry":
      return node.entry.id;
    case "heading":
      return node.heading.id;
    case "deed":
      return node.row.id;
    case "now":
      return `now:${node.session.folder.uri.toString()}`;
    case "moreDeeds":
      return `more:${node.heading.id}:${node.remaining}`;
    case "thread":
      return threadId(node);
    case "message":
      return messageId(node);
    case "more":
      return `more:${node.page}`;
    case "problem":
      return `problem:${node.session.folder.uri.toString()}:${node.session.problem?.message ?? ""}`;
    default:
      return node.type;
  }
}

export function lookOf(item: vscode.TreeItem): string {
  const { label, description, iconPath, contextValue, collapsibleState } = item;
  const { accessibilityInformation: spoken } = item;
  return JSON.stringify([
    ...[label, description, iconPath, contextValue, collapsibleState],
    spoken,
  ]);
}

/** What a list without levels looks like, to be compared with how it was. */
export function looksOf(items: readonly vscode.TreeItem[]): string {
  return items.map((item) => `${item.id} ${lookOf(item)}`).join("\n");
}

/** With the folder: a prompt may be recorded in several, under one thread. */
export function threadId({ session, thread }: ThreadNode): string {
  return `thread:${session.folder.uri.toString()}#${thread.id}`;
}

export function messageId({ session, message }: MessageNode): string {
  return `message:${session.folder.uri.toString()}#${message.thread}/${message.id}`;
}

/** What the rows below this one are counted by. */
export function belowId(node: TimelineNode): string {
  const below = node.type === "changeFolder" ? `/d:${node.folder.path}` : "";
  return ownerId(node) + below;
}

/** Unique over the tree: a checkpoint may stand below its day and its message. */
export function ownerId(node: TimelineNode): string {
  let owner: TimelineNode | undefined = node;
  while (owner && "parent" in owner) {
    if (owner.type === "message") return messageId(owner);
    if (owner.type === "deedPart")
      return `${owner.parent.row.id}/part:${owner.index}`;
    if (owner.type === "deed") return owner.row.id;
    if (owner.type === "member")
      return `${owner.parent.entry.id}/${owner.target.checkpoint.id}`;
    if (owner.type === "entry") return owner.entry.id;
    owner = owner.parent;
  }
  return owner?.type === "now" ? idOf(owner) : "";
}
