import type * as vscode from "vscode";
import type { FolderSession } from "../session/folders";
import { asShown } from "../text/asShown";
import {
  changeFolderItem,
  changeItem,
  moreFilesItem,
  noChangeItem,
} from "./changeItems";
import type { DeedRow } from "./deedData";
import * as deeds from "./deedItems";
import type { Entry } from "./entries";
import type { Grouping } from "./groups";
import { isBaselineRow } from "./isBaselineRow";
import type { TimelineNode } from "./nodes";
import { belowId, ownerId } from "./rowIds";
import { messageItem, threadItem } from "./threadItems";
import * as items from "./timelineItems";
import { timeStyle } from "./viewSettings";

/** How the timeline is looked at. */
export interface Look {
  grouping: Grouping;
  isTree: boolean;
  /** Every checkpoint is a row, instead of one row per deed. */
  isFlat: boolean;
}

export interface RowSurroundings {
  look: Look;
  /** True when the window has several folders: rows say which. */
  namesFolder: boolean;
  isHere: (entry: Entry) => boolean;
  isDeedHere: (row: DeedRow) => boolean;
  isBaseline: (session: FolderSession, number: number) => boolean;
}

/** Returns a row of the timeline as it is drawn now. */
export function rowItem(
  node: TimelineNode,
  surroundings: RowSurroundings,
): vscode.TreeItem {
  return asShown(drawn(node, surroundings));
}

function drawn(
  node: TimelineNode,
  { look, namesFolder, isHere, isDeedHere, isBaseline }: RowSurroundings,
): vscode.TreeItem {
  const time = timeStyle();
  switch (node.type) {
    case "now":
      return deeds.nowItem(node, namesFolder);
    case "heading":
      return deeds.headingItem(node);
    case "deed":
      return deeds.deedItem(node, {
        isHere: isDeedHere(node.row),
        namesFolder,
        isBaseline: isBaselineRow(node, { isBaseline }),
      });
    case "deedPart":
      return deeds.deedPartItem(node);
    case "steps":
      return deeds.stepsItem(node);
    case "moreDeeds":
      return deeds.moreDeedsItem(node);
    case "problem":
      return items.problemItem(node);
    case "group":
      return items.groupItem(node);
    case "entry": {
      const underDay = look.grouping === "day";
      const context = {
        ...{ time, underDay, namesFolder },
        isBaseline: isBaselineRow(node, { isBaseline }),
      };
      return items.entryItem(node, isHere(node.entry), context);
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
