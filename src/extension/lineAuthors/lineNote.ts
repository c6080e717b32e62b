import * as vscode from "vscode";
import { timeStyle } from "../timeline/viewSettings";
import { noteText } from "./lineText";
import type { ShownLine } from "./shownLines";

/** When the note behind the current line is shown. */
export function noteSetting(): "never" | "withMarks" | "always" {
  const value = vscode.workspace
    .getConfiguration("checkpoint")
    .get<string>("lineAuthors.note");
  return value === "never" || value === "always" ? value : "withMarks";
}

/** A quiet note behind the line with the cursor: who wrote it, when, and after which prompt. */
export class LineNote implements vscode.Disposable {
  private readonly type = vscode.window.createTextEditorDecorationType({
    // Text that is typed at the end of the line goes before the note.
    rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
    after: {
      color: new vscode.ThemeColor("editorCodeLens.foreground"),
      margin: "0 0 0 3em",
      fontStyle: "normal",
    },
  });
  private shownIn: vscode.TextEditor | undefined;

  show(
    editors: readonly vscode.TextEditor[],
    active: vscode.TextEditor | undefined,
    lines: readonly ShownLine[] | undefined,
  ): void {
    if (
      this.shownIn &&
      this.shownIn !== active &&
      editors.includes(this.shownIn)
    )
      this.shownIn.setDecorations(this.type, []);
    this.shownIn = active;
    active?.setDecorations(this.type, lines ? noteOf(active, lines) : []);
  }

  dispose(): void {
    this.type.dispose();
  }
}

function noteOf(
  { document, selections }: vscode.TextEditor,
  lines: readonly ShownLine[],
): vscode.DecorationOptions[] {
  const [selection] = selections;
  // With several cursors or a selection, the person is doing something else.
  if (!selection?.isEmpty || selections.length > 1) return [];
  const at = selection.active.line;
  const line = lines[at];
  const isAfterLast = at === lines.length - 1 && line?.text === "";
  if (!line || isAfterLast || at >= document.lineCount) return [];
  return [
    {
      range: document.lineAt(at).range,
      renderOptions: { after: { contentText: noteText(line, timeStyle()) } },
    },
  ];
}
