import * as vscode from "vscode";
import type { Diff } from "../../engine/model/changes";
import { baseOf } from "../../engine/model/workspacePath";
import {
  fileUri,
  momentUri,
  momentUriLike,
  nothingUri,
} from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { inform } from "../notify";
import { changeRows, type ChangeRow } from "../timeline/changeRows";
import { changeSides, rowsBesideNow, type ShownFile } from "./changeSides";
import { openMultiDiff, type DiffedFile } from "./openMultiDiff";

/** A side of a comparison: a moment with its label, or the current files. */
export type Side =
  | { at: "moment"; moment: number; label: string }
  | { at: "now" }
  | { at: "nothing" };

/** Opens one changed file, old on the left. */
export async function openChangeDiff(
  session: FolderSession,
  change: ChangeRow,
  left: Side,
  right: Side,
): Promise<void> {
  const [from, to] = urisOf(session, change, left, right);
  const { path } = change;
  await vscode.commands.executeCommand(
    "vscode.diff",
    from ?? nothingUri(session, path),
    to ?? nothingUri(session, path),
    `${baseOf(path)} (${labelOf(left)} ↔ ${labelOf(right)})`,
    { preview: true } satisfies vscode.TextDocumentShowOptions,
  );
}

/** Opens all changed files in the multi-diff editor. */
export async function openDiff(
  title: string,
  parts: readonly {
    session: FolderSession;
    diff: Diff;
    left: Side;
    right: Side;
  }[],
): Promise<void> {
  await openFiles(
    title,
    parts.flatMap(({ session, diff, left, right }) =>
      shownRows(diff, right).map((change) => ({
        ...{ session, change, left, right },
      })),
    ),
  );
}

/** Opens changed files in the multi-diff editor, each with its own two sides. */
export async function openFiles(
  title: string,
  changes: readonly {
    session: FolderSession;
    change: ChangeRow;
    left: Side;
    right: Side;
  }[],
): Promise<void> {
  const files = changes.map(({ session, change, left, right }): DiffedFile => {
    const [from, to] = urisOf(session, change, left, right, momentUriLike);
    return [fileUri(session, change.path), from, to];
  });
  if (files.length === 0) {
    void inform(vscode.l10n.t("{0} has no differences.", title));
    return;
  }
  await openMultiDiff(title, files);
}

/** The changes that a comparison with this right side shows. */
export function shownRows(diff: Diff, right: Side): ChangeRow[] {
  const rows = changeRows(diff);
  return right.at === "now" ? rowsBesideNow(rows) : rows;
}

function urisOf(
  session: FolderSession,
  change: ChangeRow,
  left: Side,
  right: Side,
  besideFile = momentUri,
): [vscode.Uri | undefined, vscode.Uri | undefined] {
  const isNow = right.at === "now";
  const [from, to] = changeSides(change, { isNow });
  const isOneFile = isNow && to !== undefined && change.from === null;
  const atMoment = isOneFile ? besideFile : momentUri;
  const uri = (shown: ShownFile | undefined): vscode.Uri | undefined => {
    if (!shown) return undefined;
    const { path, layer } = shown;
    const side = shown.side === "left" ? left : right;
    if (side.at === "nothing") return undefined;
    return side.at === "now"
      ? fileUri(session, path)
      : atMoment(session, path, side.moment, layer);
  };
  return [uri(from), uri(to)];
}

export function labelOf(side: Side): string {
  switch (side.at) {
    case "moment":
      return side.label;
    case "now":
      return vscode.l10n.t("now");
    case "nothing":
      return vscode.l10n.t("nothing");
  }
}
