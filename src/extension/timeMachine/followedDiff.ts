import * as vscode from "vscode";
import { baseOf } from "../../engine/model/workspacePath";
import { nowUri, playheadUri } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import type { Comparison } from "./protocol";

/**
 * Opens the comparison of a file that follows the playhead, in the editor's own diff view. Its
 * addresses stay the same wherever the playhead goes, so the editor, with its scroll position, does
 * too. The focus stays on the page, unless the person asked for the editor.
 */
export async function openFollowedDiff(
  session: FolderSession,
  path: string,
  against: Comparison,
  isPinned: boolean,
): Promise<void> {
  const [left, right] =
    against === "now"
      ? [playheadUri(session, path, "then"), await nowUri(session, path)]
      : [
          playheadUri(session, path, "before"),
          playheadUri(session, path, "then"),
        ];
  const name = baseOf(path);
  await vscode.commands.executeCommand(
    "vscode.diff",
    left,
    right,
    against === "now"
      ? vscode.l10n.t("{0} (playhead ↔ now)", name)
      : vscode.l10n.t("{0} (stop before ↔ playhead)", name),
    {
      preview: !isPinned,
      preserveFocus: !isPinned,
    } satisfies vscode.TextDocumentShowOptions,
  );
}
