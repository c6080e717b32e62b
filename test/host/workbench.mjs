// A VS Code window in a browser, driven as a person would. All waiting is for
// something to be seen; the one pause is explained where it is made. What can be
// done in a window is told in menus.mjs, views.mjs and editors.mjs.
import fs from "node:fs";
import path from "node:path";
import { borrowBrowser } from "./browser.mjs";
import { Editors } from "./editors.mjs";
import { screenshotDir } from "./paths.mjs";
import { mergedSettings } from "./settings.mjs";
import { until } from "./until.mjs";

/**
 * The kinds of colour theme, by what a browser says of its system. The workbench
 * follows that at once, whatever is open.
 */
const themes = {
  dark: { media: { colorScheme: "dark" }, class: "vs-dark" },
  light: { media: { colorScheme: "light" }, class: "vs" },
  "high-contrast": {
    media: { colorScheme: "dark", forcedColors: "active" },
    class: "hc-black",
  },
};

/** All are for those who judge them; to run the scenes one is enough, and quicker. */
const defaultTheme =
  process.env.CHECKPOINT_PICTURES === "all" ? undefined : "dark";

// What a test types is what the file shall hold; every editor is in a tab; nothing
// moves by itself, which would cost a machine without a graphics card much.
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
  "workbench.preferredLightColorTheme": "Light 2026",
  "workbench.reduceMotion": "on",
};

/** The windows now open, the one opened last at the end. */
export const openWindows = new Set();

/** Pictures for people to look at are sharper with 2, and take longer. */
const scale = Number(process.env.CHECKPOINT_PICTURE_SCALE ?? 1);

/**
 * Starts a browser whose windows share one storage and one cache, so that only the
 * first of them is slow to open.
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
       * Opens a folder (or a .code-workspace file, or null for an empty window)
       * and resolves when the workbench is drawn. The extension may still be
       * starting: wait for its status bar item.
       */
      open: (folder) => Workbench.open({ server, folder, context }),
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
  static async open({ server, folder, context }) {
    const page = await context.newPage();
    // Generous: a busy machine makes a window wait for half a minute.
    page.setDefaultTimeout(60_000);
    page.setDefaultNavigationTimeout(120_000);
    const workbench = new Workbench(server, page);
    openWindows.add(workbench);
    await page.goto(server.url(folder));
    await workbench.#drawn();
    return workbench;
  }

  #server;

  constructor(server, page) {
    super(page);
    this.#server = server;
  }

  /** Of several windows one is in front, and the others hear no keys. */
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
   * Leaves a picture in out/screenshots/, or one for each kind of theme when all
   * are asked for. The pointer is put aside first; with `hover` it stays, and so
   * do the buttons it shows.
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

  /** Where nothing is; a hover that was about to show stays until it moves again. */
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

  /** Closes this window; its extension host goes with it. */
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
