// A VS Code window in a browser, driven as a person would. All waiting is for
// something to be seen; the one pause is explained where it is made. What can be
// done in a window is told in menus.mjs, views.mjs and editors.mjs.
import fs from "node:fs";
import path from "node:path";
import { borrowBrowser } from "./browser.mjs";
import { Editors } from "./editors.mjs";
import { screenshotDir } from "./paths.mjs";
import { mergedSettings } from "./settings.mjs";

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

/** The windows now open, the one opened last at the end. */
export const openWindows = new Set();

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

class Workbench extends Editors {
  static async open({ server, folder, context, release }) {
    const page = await context.newPage();
    // Generous: a busy machine makes a window wait for half a minute.
    page.setDefaultTimeout(60_000);
    page.setDefaultNavigationTimeout(120_000);
    const workbench = new Workbench(server, folder, page, release);
    openWindows.add(workbench);
    await page.goto(server.url(folder));
    await workbench.#drawn();
    return workbench;
  }

  #server;
  #folder;
  #release;

  constructor(server, folder, page, release) {
    super(page);
    this.#server = server;
    this.#folder = folder;
    this.#release = release;
  }

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
    openWindows.delete(this);
    await this.page.close({ runBeforeUnload: false });
    await this.#release();
  }

  async #drawn() {
    await this.page
      .locator(".monaco-workbench .editor-group-container")
      .first()
      .waitFor({ timeout: 120_000 });
  }
}
