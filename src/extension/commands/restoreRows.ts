import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { ChangeFolderNode, ChangeNode } from "../views/nodes";
import type { Command } from "./commandContext";
import { pathsByPoint } from "./pathsByPoint";
import { nameOf, restoreWords, whatOf } from "./restore";
import { restoreFlow, restoreStep } from "./restoreFlow";
import { isChange, isChangeFolder, rowGone, rowsOf } from "./targets";

type FileRow = ChangeNode | ChangeFolderNode;

/** Restores files or folders of a checkpoint's rows. */
export const restoreChange: Command = async (_context, node, selected) => {
  const rows = fileRowsOf(node, selected);
  await restoreRows(rows, ({ target }) => ({
    to: `#${target.checkpoint.number}`,
    name: nameOf(target),
  }));
};

/** Restores files as they were before the checkpoint of their row: a deleted one comes back. */
export const restoreBefore: Command = async (_context, node, selected) => {
  const rows = fileRowsOf(node, selected);
  await restoreRows(rows, ({ previous }) => {
    if (!previous)
      throw new CheckpointError(
        "bad-input",
        vscode.l10n.t("There is no checkpoint before this one."),
      );
    const to = `#${previous.number}`;
    return { to, name: to };
  });
};

/** The selected rows of files and folders, first the one whose menu was used. */
function fileRowsOf(node: unknown, selected: unknown): FileRow[] {
  const isFile = (row: unknown) => isChange(row) || isChangeFolder(row);
  const rows = rowsOf(node, selected).filter(isFile);
  if (rows.length === 0) throw rowGone();
  return isFile(node) ? [...new Set([node, ...rows])] : rows;
}

/** Restores all rows, each to its own point: one step for each of these. */
async function restoreRows(
  rows: readonly FileRow[],
  pointOf: (row: FileRow) => { to: string; name: string },
): Promise<void> {
  const points = pathsByPoint(
    rows.map((row) => ({
      session: row.target.session,
      to: pointOf(row).to,
      paths: pathsOf(row),
    })),
  );
  const names = new Set(rows.map((row) => pointOf(row).name));
  const numbers = new Set(points.map(({ to }) => to));
  const what = new Set(rows.flatMap((row) => pathsOf(row).slice(0, 1)));
  await restoreFlow(
    points.map(({ session, ...step }) => restoreStep(session, step)),
    restoreWords(
      [...(names.size === 1 ? names : numbers)].join(", "),
      whatOf([...what]),
    ),
  );
}

/** The row's own path first; where a file was renamed, also the one it had. */
function pathsOf(row: FileRow): string[] {
  if (row.type === "changeFolder") return [row.folder.path];
  const { path, from } = row.change;
  return from === null ? [path] : [path, from];
}
