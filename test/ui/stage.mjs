// What every scene stands on: the packaged extension in a running VS Code, a
// small workspace, a window.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectDir } from "../host/paths.mjs";
import { until } from "../host/until.mjs";
import { openWindows } from "../host/workbench.mjs";
import { openHouse } from "./house.mjs";

/** Leaves pictures of what a failed test was looking at. */
export async function pictureFailure(test) {
  const name = test.fullTitle().replaceAll(/\W+/g, "-");
  for (const [i, window] of [...openWindows].entries())
    await window
      .screenshot(`failed-${name}-${i}`, { only: "dark" })
      .catch(() => {}); // A courtesy.
}

/** Opens a window on a fresh workspace with these files and this past. */
export async function openStage({
  files = {},
  past = () => {},
  withChat = false,
} = {}) {
  const { server, desk } = await openHouse(withChat);
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-ui-"));
  const folder = path.join(fs.realpathSync(base), "steep");
  const stage = new Stage(base, folder, server, desk);
  for (const [name, text] of Object.entries(files)) stage.write(name, text);
  past(stage);
  stage.window = await desk.open(folder);
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

  get timeline() {
    return this.window.pane("Timeline");
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

  read(name) {
    return fs.readFileSync(this.at(name), "utf8");
  }

  exists(name) {
    return fs.existsSync(this.at(name));
  }

  untilFile(name, text) {
    return until(`${name} reads as expected`, () => this.read(name) === text);
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

  async showTimeline(window = this.window) {
    await window.activityBar("Checkpoint");
    await window.row(window.pane("Timeline"), "Session start").waitFor();
  }

  row(label, window = this.window) {
    return window.row(window.pane("Timeline"), label);
  }

  /** Waits until this row, and no other, is marked as where the workspace is. */
  async untilHere(label) {
    let marked;
    await until(`“${label}” is marked`, async () => {
      const rows = await this.window.rowTexts(this.timeline);
      marked = rows.filter(({ description }) =>
        /^(you are here|here, with changes)/.test(description),
      );
      return (
        marked.length === 1 &&
        marked[0].label === label &&
        marked[0].description.startsWith("you are here")
      );
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
    let before;
    await until("the rows stand still", async () => {
      const now = JSON.stringify(await this.window.rowTexts(this.timeline));
      const isSame = now === before;
      before = now;
      if (!isSame) await this.window.page.waitForTimeout(400);
      return isSame;
    });
    await this.window.contextMenu(row, ...items);
  }

  /** Opens the restore dialog from a row's right-click menu. */
  async askToRestore(label) {
    await this.rowMenu(this.row(label), "Restore...");
    await this.window.dialog.waitFor();
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
    this.window = await this.desk.open(this.folder);
  }

  async close() {
    await this.window?.close();
    fs.rmSync(this.base, { recursive: true, force: true });
  }
}
