import * as vscode from "vscode";
import type { Grouping } from "../views/groups";
import type { Command } from "./commandContext";
import { checkpointsOf, rowGone } from "./targets";

export const groupBy =
  (grouping: Grouping): Command =>
  ({ views }) =>
    views.timeline.group(grouping);

export const viewAs =
  (isTree: boolean): Command =>
  ({ views }) =>
    views.timeline.showAsTree(isTree);

export const loadMore: Command = ({ views }) => views.timeline.loadMore();

export const loadMoreHistory: Command = async ({ views }) =>
  views.fileHistory.loadMore();

export const refresh: Command = async ({ views }) => views.timeline.refresh();

/** Copies the number that the command line and agents know a checkpoint by. */
export const copyReference: Command = async (_context, node) => {
  const [target] = checkpointsOf(node);
  if (!target) throw rowGone();
  await vscode.env.clipboard.writeText(`#${target.checkpoint.number}`);
};
