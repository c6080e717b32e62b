import * as vscode from "vscode";
import type { Grouping } from "./groups";
import type { Command } from "../commands/commandContext";
import { checkpointsOf, isChange, isNode, rowGone } from "../commands/targets";

export const groupBy =
  (grouping: Grouping): Command =>
  ({ views }) =>
    views.timeline.group(grouping);

export const viewAs =
  (isTree: boolean): Command =>
  ({ views }) =>
    views.timeline.showAsTree(isTree);

export const showFlat =
  (isFlat: boolean): Command =>
  ({ views }) =>
    views.timeline.showFlat(isFlat);

/** Loads older checkpoints, or more of the files of one, as the row says. */
export const loadMore: Command = async ({ views }, node) => {
  if (isNode(node) && node.type === "moreFiles")
    views.timeline.showMoreFiles(node);
  else if (isNode(node) && node.type === "moreDeeds")
    views.timeline.loadMoreDeeds(node);
  else await views.timeline.loadMore();
};

export const loadMoreHistory: Command = async ({ views }) =>
  views.fileHistory.loadMore();

export const refresh: Command = async ({ views }) => views.timeline.refresh();

/**
 * Copies the number that the command line and agents know a checkpoint by, the path of a
 * file's row, or the text of a message.
 */
export const copyReference: Command = async (_context, node) => {
  if (!isNode(node)) throw rowGone();
  const [target] = checkpointsOf(node);
  const text = isChange(node)
    ? node.change.path
    : node.type === "message"
      ? node.message.text
      : target && `#${target.checkpoint.number}`;
  if (text !== undefined) await vscode.env.clipboard.writeText(text);
};
