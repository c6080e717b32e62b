import * as vscode from "vscode";
import type { Source } from "../../engine/model/checkpoint";
import { authorIcon } from "../timeline/authors";
import { colorNow, type ContributedColor } from "./colorNow";
import { MARK_TEXT, markImage, shapeOf } from "./gutterMark";
import { runsOf, sharesOf } from "./shares";
import { shareText } from "./lineText";
import type { ShownLine } from "./shownLines";

/** The status bar has all of them. */
const MOST_IN_LEGEND = 6;

/** Marks the lines of editors by author, with a legend behind the first line. */
export class AuthorDecorations implements vscode.Disposable {
  private readonly types = new Map<string, vscode.TextEditorDecorationType>();
  /** One for each entry: the editor draws them in the order in which they were added. */
  private readonly legend = Array.from({ length: MOST_IN_LEGEND }, () =>
    vscode.window.createTextEditorDecorationType({
      rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
    }),
  );

  /** The entries of the legend in each editor. */
  private readonly shown = new WeakMap<vscode.TextEditor, string>();

  constructor(private readonly contributed: readonly ContributedColor[]) {}

  show(editor: vscode.TextEditor, lines: readonly ShownLine[]): void {
    const ranges = new Map<string, vscode.Range[]>();
    for (const { source, isUnsaved, from, to } of runsOf(lines)) {
      // Lines older than the history stay plain: what is new stands out.
      if (source === null) continue;
      const key = this.typeFor(source, isUnsaved);
      const range = new vscode.Range(from, 0, to, 0);
      const known = ranges.get(key);
      if (known) known.push(range);
      else ranges.set(key, [range]);
    }
    for (const [key, type] of this.types)
      editor.setDecorations(type, ranges.get(key) ?? []);
    const legend = legendOf(editor, lines);
    const entries = JSON.stringify(
      legend.map(({ renderOptions }) => renderOptions?.after?.contentText),
    );
    // VS Code might draw a replaced entry elsewhere, so remove and add them all.
    if (this.shown.get(editor) !== entries)
      for (const type of this.legend) editor.setDecorations(type, []);
    this.shown.set(editor, entries);
    this.legend.forEach((type, i) =>
      editor.setDecorations(type, legend.slice(i, i + 1)),
    );
  }

  hide(editor: vscode.TextEditor): void {
    for (const type of [...this.types.values(), ...this.legend])
      editor.setDecorations(type, []);
    this.shown.delete(editor);
  }

  /** Forgets the images, which have the colours of the theme before. */
  themeChanged(): void {
    for (const type of this.types.values()) type.dispose();
    this.types.clear();
  }

  dispose(): void {
    this.themeChanged();
    for (const type of this.legend) type.dispose();
  }

  private typeFor(source: Source, isUnsaved: boolean): string {
    const color = authorIcon(source).color?.id ?? "";
    const shape = shapeOf(source, isUnsaved);
    const key = `${color} ${shape}`;
    if (!this.types.has(key)) {
      const value = colorNow(color, this.contributed);
      this.types.set(
        key,
        vscode.window.createTextEditorDecorationType({
          gutterIconPath: vscode.Uri.parse(markImage(shape, value)),
          gutterIconSize: shape === "dots" ? "contain" : "100% 100%",
          isWholeLine: true,
          rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
        }),
      );
    }
    return key;
  }
}

function legendOf(
  editor: vscode.TextEditor,
  lines: readonly ShownLine[],
): vscode.DecorationOptions[] {
  const { range } = editor.document.lineAt(0);
  return sharesOf(lines).map((share) => ({
    range,
    renderOptions: {
      after: {
        contentText:
          share.source === null
            ? shareText(share)
            : `${MARK_TEXT[shapeOf(share.source, false)]} ${shareText(share)}`,
        color:
          (share.source === null
            ? undefined
            : authorIcon(share.source).color) ??
          new vscode.ThemeColor("editorCodeLens.foreground"),
        margin: "0 0 0 2em",
        fontStyle: "normal",
      },
    },
  }));
}
