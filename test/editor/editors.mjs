import path from "node:path";
import { until } from "./until.mjs";
import { Views } from "./views.mjs";
import { DiffEditor, MultiDiffEditor, visibleText } from "./widgets.mjs";

/** Tabs, text and diff editors, and the terminal. */
export class Editors extends Views {
  constructor(page) {
    super(page);
    this.multiDiffEditor = new MultiDiffEditor(page);
  }

  /** The diff editor of the active group. */
  diffEditor() {
    return new DiffEditor(
      this.page
        .locator(".editor-group-container.active .monaco-diff-editor")
        .first(),
    );
  }

  /** The titles of all tabs, left to right. */
  tabs() {
    return this.page.locator(".tabs-container .tab").evaluateAll((tabs) =>
      tabs.map((tab) => {
        // A narrow tab shows the extension separately, so that the name can be
        // truncated before it.
        const parts = tab.querySelectorAll(".label-name, .label-suffix");
        return [...parts].map((part) => part.textContent).join("");
      }),
    );
  }

  tab(title) {
    const label = JSON.stringify(title).slice(1, -1);
    // After the title: a comma and "preview", or in brackets what a diff shows.
    const labels = [`="${label}"`, `^="${label},"`, `^="${label} ("`];
    return this.page
      .locator(labels.map((each) => `.tab[aria-label${each}]`).join(","))
      .first();
  }

  /** Opens a file of the workspace by its name or path, for editing. */
  async openFile(name) {
    // Without the ">" the palette searches files.
    await this.pickInPalette(name, path.posix.basename(name));
    await this.tab(path.posix.basename(name))
      .and(this.page.locator(".active"))
      .waitFor();
    await this.#activeEditor().waitFor();
  }

  /** The visible text of the active editor. */
  editorText() {
    return visibleText(this.#activeEditor());
  }

  /** Types at the end of the active editor. */
  async typeInEditor(text) {
    await this.#focusEditor();
    await this.page.keyboard.press("ControlOrMeta+End");
    await this.page.keyboard.insertText(text);
  }

  async replaceEditorText(text) {
    await this.#focusEditor();
    await this.page.keyboard.press("ControlOrMeta+a");
    // Pasted, because the editor inserts typed text character by character, which
    // takes seconds for a long one.
    await this.page.evaluate(
      (pasted) => navigator.clipboard.writeText(pasted),
      text,
    );
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  async save() {
    await this.page.keyboard.press("ControlOrMeta+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
  }

  #activeEditor() {
    return this.page
      .locator(".editor-group-container.active .editor-instance .monaco-editor")
      .last();
  }

  async #focusEditor() {
    await this.#activeEditor().locator(".view-lines").click();
    await this.page
      .locator(".editor-group-container.active .monaco-editor.focused")
      .waitFor();
  }

  /** Opens the integrated terminal and waits for its prompt. */
  async openTerminal() {
    await this.runCommand("Terminal: Create New Terminal");
    await until("the shell prompts", async () =>
      /[#$%>]\s*$/.test(await this.terminalText()),
    );
  }

  async typeInTerminal(line) {
    await this.page.locator(".terminal-wrapper.active .xterm").click();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press("Enter");
  }

  async terminalText() {
    const rows = this.page.locator(
      ".terminal-wrapper.active .xterm-rows > div",
    );
    const lines = await rows.allInnerTexts();
    return lines.join("\n").replaceAll("\u00a0", " ").trimEnd();
  }
}
