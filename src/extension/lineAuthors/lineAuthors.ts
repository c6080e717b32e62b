import * as vscode from "vscode";
import { DisposableList } from "../../base/lifecycle";
import type { Folders } from "../session/folders";
import { setContext } from "../timeline/viewContext";
import { AuthoredFiles } from "./authoredFiles";
import { colorNow, type ContributedColor } from "./colorNow";
import { AuthorDecorations } from "./decorations";
import { LegendItem } from "./legendItem";
import { hoverAt } from "./hover";
import { LineNote, noteSetting } from "./lineNote";
import { sharesOf } from "./shares";
import type { ShownLine } from "./shownLines";

/** A pause in typing after which the marks are drawn anew; the editor shifts them meanwhile. */
const DRAW_AFTER_MS = 150;
/** Several files are often recorded one after the other. */
const LOAD_AFTER_MS = 300;

/**
 * Who wrote each line of the visible editors: marks in the gutter, a legend, a note behind the
 * current line and a hover. Does nothing while all of it is off.
 */
export class LineAuthors implements vscode.Disposable {
  readonly files: AuthoredFiles;
  private readonly decorations: AuthorDecorations;
  private readonly legend = new LegendItem();
  private readonly note = new LineNote();
  private readonly disposables = new DisposableList();
  private drawing: NodeJS.Timeout | undefined;
  private loading: NodeJS.Timeout | undefined;
  private isOn = false;

  constructor(
    folders: Folders,
    private readonly colors: readonly ContributedColor[],
  ) {
    this.files = new AuthoredFiles(folders);
    this.decorations = new AuthorDecorations(colors);
    const { window, workspace } = vscode;
    const heard = folders.onDidChange(({ event }) => {
      if (event.type !== "thread" && event.type !== "waiting") this.loadSoon();
    });
    for (const each of [
      ...[this.decorations, this.legend, this.note],
      new vscode.Disposable(() => heard.dispose()),
      window.onDidChangeVisibleTextEditors(() => this.loadSoon()),
      window.onDidChangeActiveTextEditor(() => this.drawSoon()),
      window.onDidChangeTextEditorSelection(() => this.drawNote()),
      window.onDidChangeActiveColorTheme(() => this.recolor()),
      workspace.onDidCloseTextDocument((document) =>
        this.files.forget(document),
      ),
      workspace.onDidChangeTextDocument((event) => {
        if (this.files.edited(event)) this.drawSoon();
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("workbench.colorCustomizations"))
          this.recolor();
        if (event.affectsConfiguration("checkpoint")) this.loadSoon();
      }),
      vscode.languages.registerHoverProvider(
        [{ scheme: "file" }, { scheme: "vscode-remote" }],
        {
          provideHover: (document, position) =>
            this.isOn || this.showsNote
              ? hoverAt(this.files, document, position, this.isOn)
              : undefined,
        },
      ),
    ])
      this.disposables.add(each);
    this.loadSoon();
  }

  /** Shows or hides the marks; rejects if the active file has no history. */
  async toggle(): Promise<void> {
    this.isOn = !this.isOn;
    setContext("lineAuthors", this.isOn);
    const { activeTextEditor } = vscode.window;
    try {
      if (this.isOn && activeTextEditor)
        await this.files.load(activeTextEditor.document);
    } finally {
      await this.load();
    }
  }

  /** The value of an author's colour in the current theme. */
  colorOf(id: string): string {
    return colorNow(id, this.colors);
  }

  dispose(): void {
    clearTimeout(this.drawing);
    clearTimeout(this.loading);
    this.disposables.dispose();
  }

  private get showsNote(): boolean {
    const setting = noteSetting();
    return setting === "always" || (setting === "withMarks" && this.isOn);
  }

  private loadSoon(): void {
    if (!this.isOn && !this.showsNote) return this.drawSoon();
    this.loading ??= setTimeout(() => {
      this.loading = undefined;
      void this.load();
    }, LOAD_AFTER_MS);
  }

  private async load(): Promise<void> {
    const editors = this.isOn
      ? vscode.window.visibleTextEditors
      : [vscode.window.activeTextEditor].filter((one) => one !== undefined);
    const documents = new Set(editors.map(({ document }) => document));
    if (this.isOn || this.showsNote)
      await Promise.all(
        [...documents].map((document) => this.files.tryLoad(document)),
      );
    this.draw();
  }

  private drawSoon(): void {
    clearTimeout(this.drawing);
    this.drawing = setTimeout(() => this.draw(), DRAW_AFTER_MS);
  }

  private draw(): void {
    const { visibleTextEditors, activeTextEditor } = vscode.window;
    for (const editor of visibleTextEditors) {
      const lines = this.files.linesOf(editor.document);
      if (this.isOn && lines) this.decorations.show(editor, lines);
      else this.decorations.hide(editor);
    }
    const lines = this.isOn ? this.linesOf(activeTextEditor) : undefined;
    this.legend.show(lines && sharesOf(lines));
    this.drawNote();
  }

  private drawNote(): void {
    const { visibleTextEditors, activeTextEditor } = vscode.window;
    const lines = this.showsNote ? this.linesOf(activeTextEditor) : undefined;
    this.note.show(visibleTextEditors, activeTextEditor, lines);
  }

  private recolor(): void {
    this.decorations.themeChanged();
    this.draw();
  }

  private linesOf(
    editor: vscode.TextEditor | undefined,
  ): readonly ShownLine[] | undefined {
    return editor && this.files.linesOf(editor.document);
  }
}
