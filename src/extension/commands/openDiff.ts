import * as vscode from "vscode";
import type { Diff } from "../../engine/model/changes";
import type { Layer } from "../../engine/model/version";
import { baseOf } from "../../engine/model/workspacePath";
import {
  fileUri,
  momentUri,
  momentUriLike,
  nothingUri,
} from "../documents/checkpointUri";
import type { FolderSession } from "../folders";
import { changeRows, type ChangeRow } from "../views/changeRows";
import { openMultiDiff, type DiffedFile } from "./openMultiDiff";

/** A side of a comparison: a moment with what to call it, or the files now. */
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
  const files = parts.flatMap(({ session, diff, left, right }) =>
    changeRows(diff).map((change): DiffedFile => {
      const [from, to] = urisOf(session, change, left, right);
      const file = fileUri(session, change.path);
      const isOneFile = from && to?.toString() === file.toString();
      return isOneFile && left.at === "moment" && change.from === null
        ? [file, momentUriLike(file, session, change.path, left.moment), to]
        : [file, from, to];
    }),
  );
  if (files.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0}: there is no difference.", title),
    );
    return;
  }
  await openMultiDiff(title, files);
}

function urisOf(
  session: FolderSession,
  { path, from, status, isUnsaved }: ChangeRow,
  left: Side,
  right: Side,
): [vscode.Uri | undefined, vscode.Uri | undefined] {
  const uri = (
    side: Side,
    at: string,
    layer?: Layer,
  ): vscode.Uri | undefined => {
    if (side.at === "nothing") return undefined;
    return side.at === "now"
      ? fileUri(session, at)
      : momentUri(session, at, side.moment, layer);
  };
  // An unsaved text is told from the file it was not saved to.
  if (isUnsaved)
    return status === "deleted"
      ? [uri(left, path, "unsaved"), uri(right, path)]
      : [uri(right, path), uri(right, path, "unsaved")];
  return [
    status === "added" ? undefined : uri(left, from ?? path),
    status === "deleted" ? undefined : uri(right, path),
  ];
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
