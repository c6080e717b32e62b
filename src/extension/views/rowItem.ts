import type * as vscode from "vscode";
import {
  changeFolderItem,
  changeItem,
  moreFilesItem,
  noChangeItem,
} from "./changeItems";
import type { Entry } from "./entries";
import type { Grouping } from "./groups";
import type { TimelineNode } from "./nodes";
import { belowId, ownerId } from "./rowIds";
import type { Here } from "./rowText";
import { messageItem, threadItem } from "./threadItems";
import * as items from "./timelineItems";
import { timeStyle } from "./viewSettings";

/** How the timeline is looked at. */
export interface Look {
  grouping: Grouping;
  isTree: boolean;
}

export interface RowSurroundings {
  look: Look;
  /** True when the window has several folders: rows say which. */
  namesFolder: boolean;
  here: (entry: Entry) => Here;
}

/** Returns a row of the timeline as it is drawn now. */
export function rowItem(
  node: TimelineNode,
  { look, namesFolder, here }: RowSurroundings,
): vscode.TreeItem {
  const time = timeStyle();
  switch (node.type) {
    case "problem":
      return items.problemItem(node);
    case "group":
      return items.groupItem(node);
    case "entry": {
      const underDay = look.grouping === "day";
      const context = { time, underDay, namesFolder };
      return items.entryItem(node, here(node.entry), context);
    }
    case "member":
      return items.memberItem(node);
    case "changeFolder":
      return changeFolderItem(node, belowId(node));
    case "change": {
      const showFolder = !look.isTree && node.parent.type !== "changeFolder";
      return changeItem(node, ownerId(node), showFolder);
    }
    case "noChange":
      return noChangeItem(ownerId(node));
    case "moreFiles":
      return moreFilesItem(node, belowId(node.parent));
    case "thread":
      return threadItem(node, time, namesFolder);
    case "message":
      return messageItem(node, time);
    case "more":
      return items.moreItem("timeline", node);
  }
}
