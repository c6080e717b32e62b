// Ways into the time machine, through it, and out of it: menus, the mini-map, a pinch,
// comparisons, a copy in another window.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../editor/until.mjs";

/** Scenes on a working day that is open. */
export function timeMachineWays(given) {
  const axis = (machine) =>
    machine.frame.locator("text.tick").allTextContents();

  it("is opened for a file or a folder from its context menu, with its changes only", async () => {
    const { stage, machine } = given();
    const { window } = stage;
    await window.activityBar("Explorer");
    const menu = ["Checkpoint", "Open Time Machine"];
    await window.contextMenu(window.explorerRow("notes.md"), ...menu);
    await machine.button("Only that changed notes.md").waitFor();
    await machine.press("Home", /#0\b/);
    await until("only this file is listed", async () => {
      const texts = await machine.files.allInnerTexts();
      return texts.length === 1 && /notes\.md/.test(texts[0]);
    });
    await window.contextMenu(window.explorerRow("src"), ...menu);
    await machine.button("Only that changed src").waitFor();
    await until("only files of the folder are listed", async () => {
      const texts = await machine.files.allInnerTexts();
      return texts.length > 3 && texts.every((text) => /\.js/.test(text));
    });
    await machine.button("Clear filter").click();
    await machine.file("notes.md").waitFor();
    await stage.showTimeline();
  });

  it("is opened from the status bar", async () => {
    const { stage, machine } = given();
    await stage.window.runCommand("View: Toggle Panel Visibility");
    await machine.plot.waitFor({ state: "hidden" });
    await stage.window
      .statusBarItem("checkpoint-dev.checkpoint.checkpoint.status")
      .locator("a")
      .click();
    await stage.window.quickPick.pick("Open Time Machine");
    await machine.untilShown();
  });

  it("zooms by a pinch, and moves in time by the mini-map, where the playhead stays", async () => {
    const { machine } = given();
    const { mouse, keyboard } = machine.page;
    await machine.press("Home", /#0\b/);
    const all = await axis(machine);
    await machine.plot.hover();
    // A pinch on a touchpad arrives like this.
    await keyboard.down("Control");
    for (let i = 0; i < 8; i++) await mouse.wheel(0, -20);
    await keyboard.up("Control");
    await until("a part is shown", async () => {
      const now = await axis(machine);
      return now.length > 0 && now.join() !== all.join();
    });
    const shown = machine.frame.locator(".mini-map .window");
    const x = async () => Number(await shown.getAttribute("x"));
    const box = await machine.frame.locator(".mini-map").boundingBox();
    const y = box.y + box.height / 2;
    await mouse.move(box.x + box.width * 0.8, y);
    await mouse.down();
    await until("the end is shown", async () => (await x()) > box.width / 2);
    const late = await axis(machine);
    await mouse.move(box.x + 2, y, { steps: 5 });
    await mouse.up();
    await until("the start is shown", async () => (await x()) < 2);
    assert.notDeepEqual(await axis(machine), late);
    assert.match(await machine.spoken(), /#0\b/);
    await machine.button("All").click();
  });

  it("compares everything there with now, and with a checkpoint", async () => {
    const { stage, machine } = given();
    const { quickPick, multiDiffEditor } = stage.window;
    await machine.button("Compare with...").click();
    await quickPick.pick("Now");
    await until("it is compared with now", async () =>
      (await stage.window.tabs()).some((title) =>
        /↔ now \(\d+ files\)$/.test(title),
      ),
    );
    await multiDiffEditor.waitFor();
    await machine.button("Compare with...").click();
    await quickPick.pick("Another checkpoint...");
    await until("the checkpoints are listed", async () =>
      /^Compare/.test(await quickPick.title()),
    );
    await quickPick.filter("Cart works");
    await quickPick.pick("Cart works");
    await until("it is compared with the checkpoint", async () =>
      (await stage.window.tabs()).some((title) =>
        /↔ #\d+ \(\d+ files\)$/.test(title),
      ),
    );
    await stage.closeEditors();
  });

  it("opens what it shows as a folder, which is a copy", async () => {
    const { stage, machine } = given();
    const opening = stage.window.page.context().waitForEvent("page");
    await machine.button("Open as Folder").click();
    const page = await opening;
    const folder = new URL(page.url()).searchParams.get("folder");
    assert.ok(folder.startsWith(stage.server.globalStorageDir));
    const at = (name) => path.join(folder, name);
    assert.equal(fs.readFileSync(at("notes.md"), "utf8"), "one\n");
    assert.equal(fs.existsSync(at("src/leaves.js")), false);
    assert.equal(stage.read("notes.md"), "four\n");
    await page.close();
    await stage.window.toFront();
    await stage.clearNotifications();
  });
}
