// What every scene stands on: the packaged extension in a running VS Code, a
// small workspace, a window.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectDir } from "../editor/paths.mjs";
import { until } from "../editor/until.mjs";
import { openWindows } from "../editor/workbench.mjs";
import { closeHouses, openHouse } from "./house.mjs";

/** Registers scenes with mocha; what they open is closed after the last one. */
export function playScenes(scenes) {
  describe("Checkpoint in VS Code", function () {
    this.timeout(240_000);
    after(closeHouses);
    afterEach(async function () {
      if (this.currentTest.state === "failed")
        await pictureFailure(this.currentTest);
    });
    for (const play of scenes) play();
  });
}

/** Leaves pictures of what a failed test was looking at, and prints what was asked or said. */
async function pictureFailure(test) {
  const name = test.fullTitle().replaceAll(/\W+/g, "-");
  for (const [i, window] of [...openWindows].entries())
    try {
      console.log(`window ${i} shows: ${JSON.stringify(await asked(window))}`);
      await window.screenshot(`failed-${name}-${i}`, { only: "dark" });
    } catch {
      // A courtesy.
    }
}

/** The texts of dialogs, menus, pickers and notifications that are open. */
function asked({ page }) {
  const widgets = [
    ...[".monaco-dialog-box", ".monaco-menu", ".quick-input-widget"],
    ".notification-list-item-message",
  ];
  return page.locator(widgets.join()).filter({ visible: true }).allInnerTexts();
}

/**
 * Opens a window on a fresh workspace with these files and this past; user settings
 * count until the stage is closed. Windows are what takes long: a scene that begins
 * by closing the first one says `isClosed`, and opens its own.
 */
export async function openStage({
  files = {},
  settings = {},
  past = () => {},
  withChat = false,
  language = undefined,
  isClosed = false,
} = {}) {
  const { server, desk } = await openHouse(withChat);
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-ui-"));
  const folder = path.join(fs.realpathSync(base), "steep");
  const stage = new Stage(base, folder, server, desk);
  if (language) stage.word = (text) => `⟦${text}⟧`;
  for (const [name, text] of Object.entries(files)) stage.write(name, text);
  past(stage);
  // Most scenes are about single checkpoints; those about deeds say so.
  stage.useSettings({ "checkpoint.timeline.show": "checkpoints", ...settings });
  if (isClosed) return stage;
  await stage.open(language);
  await stage.showTimeline();
  return stage;
}

class Stage {
  constructor(base, folder, server, desk) {
    this.base = base;
    this.folder = folder;
    this.server = server;
    this.desk = desk;
  }

  useSettings(settings) {
    this.settings = Object.keys(settings);
    if (this.settings.length > 0) this.server.updateSettings(settings);
  }

  /** A text of ours as this window shows it. */
  word(text) {
    return text;
  }

  get timeline() {
    return this.window.pane(this.word("Timeline"));
  }

  /** Its title also names the file. */
  get fileHistory() {
    const { page } = this.window;
    const header = page.locator('.pane-header[aria-label^="File History"]');
    return page.locator(".pane").filter({ has: header });
  }

  // ---- the workspace, from outside

  at(name) {
    return path.join(this.folder, name);
  }

  write(name, text) {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.writeFileSync(this.at(name), text);
  }

  rename(from, to) {
    fs.renameSync(this.at(from), this.at(to));
  }

  remove(name) {
    fs.rmSync(this.at(name), { recursive: true });
  }

  read(name) {
    return fs.readFileSync(this.at(name), "utf8");
  }

  exists(name) {
    return fs.existsSync(this.at(name));
  }

  untilFile(name, text) {
    return until(`${name} reads as expected`, () => this.read(name) === text);
  }

  /** Where the history of the workspace lies. */
  get storeDir() {
    const stores = path.join(this.server.globalStorageDir, "stores");
    const isOurs = (dir) =>
      JSON.parse(fs.readFileSync(path.join(dir, "format.json"))).root ===
      this.folder;
    return fs
      .readdirSync(stores)
      .map((name) => path.join(stores, name))
      .find(isOurs);
  }

  /** Runs the `checkpoint` command on the store of the window. */
  command(...args) {
    const at = ["--workspace", this.folder];
    const store = ["--store", this.server.globalStorageDir];
    return execFileSync(
      process.execPath,
      [path.join(projectDir, "dist", "cli.js"), ...args, ...at, ...store],
      {
        encoding: "utf8",
        env: { ...process.env, HOME: this.server.homeDir },
      },
    );
  }

  json(...args) {
    return JSON.parse(this.command(...args, "--json"));
  }

  // ---- the window

  async open(language) {
    this.window = await this.desk.open(this.folder, language);
  }

  async showTimeline(window = this.window) {
    await window.activityBar("Checkpoint");
    await this.row(this.word("Session start"), window).waitFor();
  }

  /** Occasionally the editor opens a workspace without its folders. */
  async untilFolders(window = this.window) {
    const row = this.row(this.word("Session start"), window);
    const welcome = window
      .pane(this.word("Timeline"))
      .locator(".welcome-view-content");
    await until("the workspace has its folders", async () => {
      const isThere = row.waitFor({ timeout: 20_000 }).then(
        () => true,
        () => false,
      );
      if (await isThere) return true;
      if (!(await welcome.innerText()).startsWith("Open a folder"))
        return false;
      await window.reload();
      await window.runCommand("Checkpoint: Focus on Timeline View");
      return false;
    });
  }

  row(label, window = this.window) {
    return window.row(window.pane(this.word("Timeline")), label);
  }

  /** Waits until this row, and no other, is marked as where the workspace is. */
  async untilHere(label) {
    let marked;
    await until(`“${label}” is marked`, async () => {
      const rows = await this.window.rowTexts(this.timeline);
      // The row for now says it too, with what it is the same as.
      marked = rows.filter(({ description }) =>
        /^you are here(?! · same as)/.test(description),
      );
      return marked.length === 1 && marked[0].label === label;
    }).catch((error) => {
      throw new Error(`Marked is ${JSON.stringify(marked)}`, { cause: error });
    });
  }

  /** Makes a named checkpoint as a person would, and waits for its row. */
  async create(name, description = "") {
    await this.window.runCommand("Checkpoint: Create with Description...");
    await this.answer("Create Checkpoint (1 of 2)", name);
    await this.answer("Create Checkpoint (2 of 2)", description);
    await this.row(name).waitFor();
  }

  /** Types into the input box once it asks this. */
  async answer(title, text) {
    const { inputBox } = this.window;
    await until(`“${title}” is asked`, async () => {
      return (await inputBox.title()) === title;
    });
    await inputBox.enter(text);
  }

  /**
   * Chooses from a row's right-click menu once the rows stand still: a tree that
   * is being drawn anew does not know its rows for a moment.
   */
  async rowMenu(row, ...items) {
    await this.#untilStill(this.window);
    await this.window.contextMenu(row, ...items);
  }

  /** Moves the list's focus to a row and selects it, without the mouse. */
  async focusRow(label) {
    const row = this.row(label);
    const list = this.timeline.locator(".monaco-list");
    await list.press("Home");
    await until(`“${label}” has the focus`, async () => {
      const isFocused = /\bfocused\b/.test(await row.getAttribute("class"));
      if (!isFocused) await list.press("ArrowDown");
      return isFocused;
    });
  }

  async #untilStill(window) {
    const timeline = window.pane(this.word("Timeline"));
    let before;
    await until("the rows stand still", async () => {
      const now = JSON.stringify(await window.rowTexts(timeline));
      const isSame = now === before;
      before = now;
      if (!isSame) await window.page.waitForTimeout(400);
      return isSame;
    });
  }

  /**
   * Opens the restore dialog from a row's right-click menu. A row that arrives
   * while the menu is open makes the editor forget which row was clicked; the
   * product then asks for the checkpoint, and a person picks it.
   */
  async askToRestore(label, window = this.window) {
    const { dialog, quickPick } = window;
    await this.#untilStill(window);
    await window.contextMenu(
      this.row(label, window),
      "Restore Workspace to Here...",
    );
    const asked = dialog.locator.or(quickPick.locator);
    await asked.filter({ visible: true }).first().waitFor();
    if (!(await dialog.locator.isVisible())) await quickPick.pick(label);
    await dialog.waitFor();
  }

  /** Also one that is only about to open. */
  async closeEditors() {
    await until("all editors are closed", async () => {
      await this.window.runCommand("View: Close All Editors");
      return (await this.window.tabs()).length === 0;
    });
  }

  /** Notifications of an earlier scene must not be taken for this one's. */
  async clearNotifications() {
    await this.window.runCommand("Notifications: Clear All Notifications");
  }

  /** Closes the window, does something meanwhile, and opens it again. */
  async whileClosed(work) {
    await this.window.close();
    await until("its extension host is gone", () => {
      return this.server.hostPids().length === 0;
    });
    await work();
    await this.open();
  }

  async close() {
    await this.window?.close();
    this.useSettings(
      Object.fromEntries(this.settings.map((name) => [name, undefined])),
    );
    fs.rmSync(this.base, { recursive: true, force: true });
  }
}
