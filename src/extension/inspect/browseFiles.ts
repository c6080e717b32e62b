import * as vscode from "vscode";
import type { Command } from "../commands/commandContext";
import { rowGone } from "../commands/targets";
import { momentUri, nowUri } from "../documents/checkpointUri";
import { restoreWords } from "../restore/restore";
import { restoreFlow } from "../restore/restoreFlow";
import { restoreStep } from "../restore/restoreStep";
import { browseView, titleOf, type BrowseNode } from "./browseView";
import { pointName } from "./point";
import { pointsFor } from "./pointFor";

/** Shows the files of a checkpoint in the explorer; several folders are browsed one at a time. */
export const browseFiles: Command = async (context, node) => {
  const [point] = await pointsFor(context, node, {
    title: vscode.l10n.t("Browse Files"),
    placeHolder: vscode.l10n.t("Choose the checkpoint whose files to browse"),
  });
  if (point) await browseView.show(point);
};

export const closeBrowse: Command = async () => browseView.close();

/** Compares a file of the browsed checkpoint with the current one. */
export const browseCompare: Command = async (_context, node) => {
  const { point, path } = browsed(node);
  await vscode.commands.executeCommand(
    "vscode.diff",
    momentUri(point.session, path, point.moment),
    await nowUri(point.session, path),
    vscode.l10n.t("{0} ↔ now", titleOf(browsed(node))),
  );
};

/** Restores a file or folder from the browsed checkpoint. */
export const browseRestore: Command = async (_context, node) => {
  const { point, path, name } = browsed(node);
  const { session, number, moment } = point;
  const to = number === null ? `@${moment}` : `#${number}`;
  await restoreFlow(
    [restoreStep(session, { to, paths: [path] })],
    restoreWords(pointName(point), name),
  );
};

function browsed(node: unknown): BrowseNode {
  const isBrowsed =
    typeof node === "object" &&
    node !== null &&
    (node as { type?: unknown }).type === "browse";
  if (!isBrowsed) throw rowGone();
  return node as BrowseNode;
}
