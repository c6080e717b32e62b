// A VS Code window in a browser, driven as a person would. All waiting is for
// something to be seen; the one pause is explained where it is made.
import fs from "node:fs";
import path from "node:path";
import { borrowBrowser } from "./browser.mjs";
import { screenshotDir } from "./paths.mjs";
import { mergedSettings } from "./settings.mjs";
import { until } from "./until.mjs";
import {
  Dialog,
  DiffEditor,
  exactly,
  InputBox,
  MultiDiffEditor,
  Notification,
  QuickPick,
  rowNamed,
  visibleText,
} from "./widgets.mjs";

/** The colour themes: setting, label, and the class the workbench gets. */
export const themes = {
  dark: { id: "Dark 2026", label: "Dark 2026", class: "vs-dark" },
  light: { id: "Light 2026", label: "Light 2026", class: "vs" },
  "high-contrast": {
    id: "Default High Contrast",
    label: "Dark High Contrast",
    class: "hc-black",
  },
  "high-contrast-light": {
    id: "Default High Contrast Light",
    label: "Light High Contrast",
    class: "hc-light",
  },
};

// What a test types is what the file shall hold; every editor is in a tab.
const plainEditors = {
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "editor.autoSurround": "never",
  "editor.pasteAs.enabled": false,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "workbench.editor.useModal": "off",
};

/**
 * Opens a folder (or a .code-workspace file, or null for an empty window) and
 * resolves when the workbench is drawn. The extension may still be starting:
 * wait for its status bar item.
 */
export async function openWorkbench(
  server,
  folder,
  { theme = "dark", viewport = { width: 1400, height: 900 } } = {},
) {
  server.updateSettings({
    ...plainEditors,
    "workbench.colorTheme": themes[theme].id,
  });
  const { browser, release } = await borrowBrowser();
  try {
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    return await Workbench.open({ server, folder, context, release });
  } catch (error) {
    await release();
    throw error;
  }
}

class Workbench {
  static async open({ server, folder, context, release }) {
    const page = await context.newPage();
    // Generous: a busy machine makes a window wait for half a minute.
    page.setDefaultTimeout(60_000);
    page.setDefaultNavigationTimeout(120_000);
    const workbench = new Workbench(server, folder, page, release);
    await page.goto(server.url(folder));
    await workbench.#drawn();
    return workbench;
  }

  #server;
  #folder;
  #release;

  constructor(server, folder, page, release) {
    this.#server = server;
    this.#folder = folder;
    this.#release = release;
    this.page = page;
    this.quickPick = new QuickPick(page);
    this.inputBox = new InputBox(page);
    this.dialog = new Dialog(page);
    this.multiDiffEditor = new MultiDiffEditor(page);
  }

  // ---- the window

  /** Opens another window that shares this one's browser storage. */
  anotherWindow(folder = this.#folder) {
    return Workbench.open({
      server: this.#server,
      folder,
      context: this.page.context(),
      release: async () => {},
    });
  }

  async reload() {
    await this.page.reload();
    await this.#drawn();
  }

  /** Changes user settings as a person would, in the settings editor. */
  async changeSettings(changes) {
    await this.runCommand("Preferences: Open User Settings (JSON)");
    await this.tab("settings.json").waitFor();
    await this.replaceEditorText(
      mergedSettings(this.#server.userDataDir, changes),
    );
    await this.save();
    await this.runCommand("View: Close Editor");
    await this.tab("settings.json").waitFor({ state: "detached" });
  }

  async setTheme(theme) {
    await this.runCommand("Preferences: Color Theme");
    await this.quickPick.filter(themes[theme].label);
    await this.quickPick.pick(themes[theme].label);
    await this.page
      .locator(`.monaco-workbench.${themes[theme].class}`)
      .waitFor();
  }

  /**
   * Leaves a picture in out/screenshots/ and returns its path. The pointer is
   * put aside first; with `hover` it stays, and so do the buttons it shows.
   */
  async screenshot(name, { hover = false } = {}) {
    if (!hover) {
      const { width } = this.page.viewportSize();
      await this.page.mouse.move(width / 2, 2);
      await this.page.locator(".workbench-hover").waitFor({ state: "hidden" });
    }
    fs.mkdirSync(screenshotDir, { recursive: true });
    const file = path.join(screenshotDir, `${name}.png`);
    await this.page.screenshot({ path: file, animations: "disabled" });
    return file;
  }

  /** Drags the side bar's edge. */
  async resizeSideBar(width) {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    const middle = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width + 1, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width + 1, middle, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Closes this window; its extension host goes with it. */
  async close() {
    await this.page.close({ runBeforeUnload: false });
    await this.#release();
  }

  async #drawn() {
    await this.page
      .locator(".monaco-workbench .editor-group-container")
      .first()
      .waitFor({ timeout: 120_000 });
  }

  // ---- commands and menus

  /** Runs a command from the palette, by its whole title with category. */
  async runCommand(title) {
    await this.#pickInPalette(`>${title}`, title);
    // A command may ask something next, in the same widget: whoever reads it
    // must not meet the palette's last moments.
    await until("the palette is gone", async () => {
      const visible = await this.quickPick.locator.isVisible();
      return (
        !visible || (await this.quickPick.input.inputValue()) !== `>${title}`
      );
    });
  }

  // Two things call for another try: a window that is still starting drops
  // keys, and the list is made once per text, without what arrives later.
  async #pickInPalette(text, label) {
    const { locator, input } = this.quickPick;
    const row = rowNamed(locator, label);
    const timeout = 2000;
    await until(`the palette offers "${label}"`, async () => {
      await this.page.keyboard.press("F1");
      await this.page
        .locator('.quick-input-widget input[placeholder*="command"]')
        .waitFor({ timeout });
      await input.fill(text, { timeout });
      await row.click({ timeout });
      return true;
    });
  }

  /** Shows a container of the activity bar; leaves it when already shown. */
  async activityBar(label) {
    const item = this.page
      .locator(".activitybar .action-item")
      .filter({
        has: this.page.locator(`.action-label[aria-label^="${label}"]`),
      })
      .first();
    await item.waitFor();
    if ((await item.getAttribute("aria-expanded")) !== "true")
      await item.click();
    await this.page
      .locator(".sidebar .composite.title", { hasText: new RegExp(label, "i") })
      .waitFor();
  }

  /** Right-clicks and chooses; several items walk through submenus. */
  async contextMenu(target, ...items) {
    await target.click({ button: "right" });
    await this.#chooseFromMenu(items);
  }

  /** Chooses from the menu that some button opened. */
  async menu(button, ...items) {
    await button.click();
    await this.#chooseFromMenu(items);
  }

  /** The labels that a right click offers; the menu is closed again. */
  async contextMenuItems(target) {
    await target.click({ button: "right" });
    const labels = this.page.locator(".monaco-menu .action-label");
    await labels.first().waitFor();
    const texts = await labels.allInnerTexts();
    await this.page.keyboard.press("Escape");
    await labels.first().waitFor({ state: "hidden" });
    return texts.filter((text) => text !== "");
  }

  async #chooseFromMenu(items) {
    for (const label of items) {
      const item = this.page
        .locator(".monaco-menu .action-item")
        .filter({
          has: this.page.locator(".action-label", { hasText: exactly(label) }),
        })
        .last();
      await item.waitFor();
      // Menus ignore clicks in their first 100 ms, and show no sign of it.
      await this.page.waitForTimeout(250);
      await item.click();
    }
  }

  // ---- views

  /** The pane of a view, by the view's name. */
  pane(title) {
    const header = this.page.locator(
      `.pane-header[aria-label="${title} Section"]`,
    );
    // The explorer has a Timeline of its own, hidden while ours is shown.
    return this.page
      .locator(".pane")
      .filter({ has: header })
      .filter({ visible: true });
  }

  async expandPane(title) {
    const header = this.pane(title).locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) !== "true")
      await header.click();
    await this.pane(title).locator(".pane-header.expanded").waitFor();
    return this.pane(title);
  }

  /** A button in a view's title; the pointer must be over it to be seen. */
  async paneAction(title, label) {
    await this.pane(title).hover();
    return this.pane(title).locator(
      `.pane-header .action-label[aria-label^="${label}"]`,
    );
  }

  rows(pane) {
    return pane.locator(".monaco-list-row");
  }

  /** The rows in sight, as `{ label, description, level, expanded }`. */
  rowTexts(pane) {
    return this.rows(pane).evaluateAll((rows) =>
      rows
        .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
        .map((row) => ({
          label: row.querySelector(".label-name")?.textContent ?? "",
          description:
            row.querySelector(".label-description")?.textContent ?? "",
          level: Number(row.getAttribute("aria-level")),
          expanded: row.getAttribute("aria-expanded") === "true",
        })),
    );
  }

  row(pane, label) {
    return rowNamed(pane, label);
  }

  async expand(row) {
    if ((await row.getAttribute("aria-expanded")) === "false")
      await row.locator(".monaco-tl-twistie").click();
    await until("the row is expanded", async () => {
      return (await row.getAttribute("aria-expanded")) === "true";
    });
  }

  /** A row's inline button; the pointer must be over the row to see it. */
  async inlineAction(row, label) {
    await row.hover();
    return row.locator(`.actions .action-label[aria-label^="${label}"]`);
  }

  /** Scrolls down until the row is there: only rows in sight are drawn. */
  async scrollTo(pane, label) {
    const row = this.row(pane, label);
    await until(`"${label}" is scrolled into sight`, async () => {
      if (await row.isVisible()) return true;
      await pane.locator(".monaco-list").press("PageDown");
      return false;
    });
    return row;
  }

  explorerRow(name) {
    return rowNamed(this.page.locator(".explorer-folders-view"), name);
  }

  statusBarItem(id) {
    return this.page.locator(`.statusbar-item[id="${id}"]`);
  }

  notification(text) {
    return new Notification(this.page, text);
  }

  // ---- editors

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
        // A narrow tab keeps the extension apart, to cut the name before it.
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
    await this.#pickInPalette(name, path.posix.basename(name));
    await this.tab(path.posix.basename(name))
      .and(this.page.locator(".active"))
      .waitFor();
    await this.#activeEditor().waitFor();
  }

  /** The text in sight in the active editor. */
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
    // Pasted: the editor takes inserted text character by character, and a
    // long one would take seconds.
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

  // ---- the terminal

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
