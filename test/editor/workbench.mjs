// A VS Code window in a browser, driven as a person would. All waiting is for
// something visible; the one pause is explained where it is. Actions in a window
// are in menus.mjs, views.mjs and editors.mjs.
import fs from "node:fs";
import path from "node:path";
import { borrowBrowser } from "./browser.mjs";
import { Editors } from "./editors.mjs";
import { screenshotDir } from "./paths.mjs";
import { mergedSettings } from "./settings.mjs";
import { until } from "./until.mjs";

/**
 * The kinds of colour theme, by the browser's system preference. The workbench
 * follows it immediately, whatever is open.
 */
const themes = {
  dark: { media: { colorScheme: "dark" }, class: "vs-dark" },
  light: { media: { colorScheme: "light" }, class: "vs" },
  "high-contrast": {
    media: { colorScheme: "dark", forcedColors: "active" },
    class: "hc-black",
  },
  "high-contrast-light": {
    media: { colorScheme: "light", forcedColors: "active" },
    class: "hc-light",
  },
};

/**
 * All of them are for people who review them; to run the scenes, one is enough and
 * faster.
 */
const defaultTheme =
  process.env.CHECKPOINT_PICTURES === "all" ? undefined : "dark";

// Files contain exactly what a test types; every editor is in a tab; there are no
// animations, which are expensive without a graphics card.
const plainWindow = {
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "editor.autoSurround": "never",
  "editor.pasteAs.enabled": false,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.cursorBlinking": "solid",
  "window.autoDetectColorScheme": true,
  "window.autoDetectHighContrast": true,
  "workbench.editor.useModal": "off",
  "workbench.preferredDarkColorTheme": "Dark 2026",
  "workbench.preferredHighContrastColorTheme": "Default High Contrast",
  "workbench.preferredHighContrastLightColorTheme":
    "Default High Contrast Light",
  "workbench.preferredLightColorTheme": "Light 2026",
  "workbench.reduceMotion": "on",
};

/** The open windows, the most recently opened one last. */
export const openWindows = new Set();

/** With 2, screenshots are sharper but take longer. */
const scale = Number(process.env.CHECKPOINT_PICTURE_SCALE ?? 1);

/**
 * Starts a browser whose windows share one storage and cache, so that only the
 * first one opens slowly.
 */
export async function openDesk(server) {
  server.updateSettings(plainWindow);
  const { browser, release } = await borrowBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      deviceScaleFactor: scale,
      permissions: ["clipboard-read", "clipboard-write"],
      ...themes.dark.media,
    });
    return {
      /**
       * Opens a folder (or a .code-workspace file, or null for an empty window) and
       * resolves when the workbench is rendered. The extension may still be
       * starting: wait for its status bar item. `language` is the editor's display
       * language; only its extensions need translations.
       */
      open: (folder, language) =>
        Workbench.open({ server, folder, context, language }),
      async close() {
        await context.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

class Workbench extends Editors {
  static async open({ server, folder, context, language }) {
    const page = await context.newPage();
    // Generous: on a busy machine a window may take half a minute.
    page.setDefaultTimeout(60_000);
    page.setDefaultNavigationTimeout(120_000);
    const workbench = new Workbench(server, page);
    openWindows.add(workbench);
    if (language)
      await page.addInitScript((code) => {
        globalThis._VSCODE_NLS_LANGUAGE = code;
      }, language);
    await page.goto(server.url(folder));
    await workbench.#drawn();
    return workbench;
  }

  #server;

  constructor(server, page) {
    super(page);
    this.#server = server;
  }

  /** Only one of several windows is in front, and the others get no keys. */
  async toFront() {
    await this.page.bringToFront();
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
    const { media, class: name } = themes[theme];
    await this.page.emulateMedia({ forcedColors: "none", ...media });
    await this.page.locator(`.monaco-workbench.${name}`).waitFor();
    // Canvases, such as a diff's overview, are painted in the next frames.
    await this.page.evaluate(async () => {
      for (let i = 0; i < 3; i++)
        await new Promise((done) => requestAnimationFrame(done));
    });
  }

  /**
   * Saves a screenshot in out/screenshots/, or one per kind of theme on request.
   * The pointer is moved away first; with `hover` it stays, and so do the buttons
   * it reveals.
   */
  async screenshot(name, { hover = false, only = defaultTheme } = {}) {
    if (!hover) await this.putPointerAside();
    fs.mkdirSync(screenshotDir, { recursive: true });
    for (const theme of only ? [only] : Object.keys(themes).reverse()) {
      await this.setTheme(theme);
      const file = theme === "dark" ? name : `${name}-${theme}`;
      await this.page.screenshot({
        path: path.join(screenshotDir, `${file}.png`),
        animations: "disabled",
      });
    }
  }

  /** The content of the shown webview, of an extension if several are shown. */
  webview(extensionId) {
    const own = extensionId ? `[src*="extensionId=${extensionId}&"]` : "";
    return this.page
      .frameLocator(`iframe.webview.ready${own}`)
      .frameLocator("#active-frame");
  }

  /**
   * An empty spot; a hover that was about to appear stays until the pointer moves
   * again.
   */
  async putPointerAside() {
    const x = this.page.viewportSize().width / 3;
    const hover = this.page.locator(".workbench-hover");
    let y = 2;
    await until("no hover is shown", async () => {
      await this.page.mouse.move(x, (y = 5 - y));
      return !(await hover.isVisible());
    });
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

  /** Closes this window and with it its extension host. */
  async close() {
    openWindows.delete(this);
    await this.page.close({ runBeforeUnload: false });
  }

  async #drawn() {
    await this.page
      .locator(".monaco-workbench .editor-group-container")
      .first()
      .waitFor({ timeout: 120_000 });
  }
}
