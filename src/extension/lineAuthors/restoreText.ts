import * as vscode from "vscode";
import { baseOf } from "../../engine/model/workspacePath";
import { fileUri, momentUri } from "../documents/checkpointUri";
import { inform } from "../notify";
import { setText } from "../restore/editorsAfterRestore";
import type { FolderSession } from "../session/folders";
import { SaidError } from "../../wording/said";

/** A file at a moment, under the name it had then. */
interface Then {
  path: string;
  moment: number;
}

/**
 * Puts a file's text from before it was renamed into its editor. A restore would bring the old name
 * back beside the new one, or take the new one away, although only the text was asked for. Nothing is
 * written: the person saves it, or undoes it in the editor.
 */
export async function restoreText(
  session: FolderSession,
  file: string,
  then: Then,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(
    fileUri(session, file),
  );
  const before = await vscode.workspace.openTextDocument(
    momentUri(session, then.path, then.moment),
    // As the person reads the file now.
    { encoding: document.encoding },
  );
  await vscode.window.showTextDocument(document);
  if (!(await setText(document, before.getText())))
    throw new SaidError(
      "refused",
      vscode.l10n.t(
        "{0} was edited meanwhile and is left as it is. Try again.",
        baseOf(file),
      ),
    );
  void inform(
    vscode.l10n.t(
      "{0} has the text from before this change, when it was called {1}. It is not saved; undo brings the current text back.",
      baseOf(file),
      then.path,
    ),
  );
}
