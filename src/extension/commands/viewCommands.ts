import * as vscode from "vscode";
import type { Grouping } from "../views/groups";
import type { Command } from "./commandContext";
import { checkpointsOf, isNode, rowGone } from "./targets";

export const groupBy =
  (grouping: Grouping): Command =>
  ({ views }) =>
    views.timeline.group(grouping);

export const viewAs =
  (isTree: boolean): Command =>
  ({ views }) =>
    views.timeline.showAsTree(isTree);

/** Loads older checkpoints, or more of the files of one, as the row says. */
export const loadMore: Command = async ({ views }, node) => {
  if (isNode(node) && node.type === "moreFiles")
    views.timeline.showMoreFiles(node);
  else await views.timeline.loadMore();
};

export const loadMoreHistory: Command = async ({ views }) =>
  views.fileHistory.loadMore();

export const refresh: Command = async ({ views }) => views.timeline.refresh();

/** Copies the number that the command line and agents know a checkpoint by. */
export const copyReference: Command = async (_context, node) => {
  const [target] = checkpointsOf(node);
  if (!target) throw rowGone();
  await vscode.env.clipboard.writeText(`#${target.checkpoint.number}`);
};
