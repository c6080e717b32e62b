import * as vscode from "vscode";
import type { ChangeFolderNode, ChangeNode } from "../timeline/nodes";
import type { Command } from "../commands/commandContext";
import { pathsByPoint } from "./pathsByPoint";
import { nameOf, whatOf, wordsFor } from "./restore";
import { restoreFlow } from "./restoreFlow";
import { restoreStep } from "./restoreStep";
import { isChange, isChangeFolder, rowGone, rowsOf } from "../commands/targets";
import { SaidError } from "../../wording/said";

type FileRow = ChangeNode | ChangeFolderNode;

/** Restores files or folders of a checkpoint's rows. */
export const restoreChange: Command = async (_context, node, selected) => {
  const rows = fileRowsOf(node, selected);
  await restoreRows(rows, (row) => {
    const at = momentsOf(row);
    return at
      ? { to: `@${at.after}`, name: `“${at.name}”` }
      : {
          to: `#${row.target.checkpoint.number}`,
          name: nameOf(row.target),
        };
  });
};

/** Restores files as they were before the checkpoint of their row: a deleted one comes back. */
export const restoreBefore: Command = async (_context, node, selected) => {
  const rows = fileRowsOf(node, selected);
  await restoreRows(rows, (row) => {
    const at = momentsOf(row);
    const { previous, target } = row;
    if (at && at.before > 0)
      return { to: `@${at.before}`, name: `“${at.name}”`, isBefore: true };
    if (!previous || at)
      throw new SaidError(
        "bad-input",
        vscode.l10n.t("There is no checkpoint before this one."),
      );
    const name = `#${target.checkpoint.number}`;
    return { to: `#${previous.number}`, name, isBefore: true };
  });
};

/** The moments of a row below a deed; a folder has those of its files together. */
function momentsOf(
  row: FileRow,
): { before: number; after: number; name: string } | undefined {
  if (row.type === "change") return row.at;
  const { deed, folder } = row;
  if (!deed) return undefined;
  const inside = [...deed.moments.values()].filter(({ path }) =>
    path.startsWith(`${folder.path}/`),
  );
  return {
    before: Math.min(...inside.map(({ before }) => before)),
    after: Math.max(...inside.map(({ after }) => after)),
    name: deed.name,
  };
}

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
  pointOf: (row: FileRow) => { to: string; name: string; isBefore?: boolean },
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
  const isBefore = rows.every((row) => pointOf(row).isBefore);
  const named = isBefore || names.size === 1 ? names : numbers;
  const what = new Set(rows.flatMap((row) => pathsOf(row).slice(0, 1)));
  await restoreFlow(
    points.map(({ session, ...step }) => restoreStep(session, step)),
    wordsFor(
      {
        verb: "restore",
        target: [...named].join(", "),
        what: whatOf([...what]),
        isMany: what.size > 1,
        isBefore,
      },
      vscode.l10n.t("Restore"),
    ),
  );
}

/** The row's own path first; where a file was renamed, also the one it had. */
function pathsOf(row: FileRow): string[] {
  if (row.type === "changeFolder") return [row.folder.path];
  const { path, from } = row.change;
  return from === null ? [path] : [path, from];
}
