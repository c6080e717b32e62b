// The time machine of two folders, one of which has a history of weeks that retention
// has thinned out.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../editor/until.mjs";
import { openStage } from "./stage.mjs";
import { recordWeeks, TimeMachine } from "./timeMachinePanel.mjs";

export function timeMachineFolderScenes() {
  describe("the time machine of two folders and a long history", () => {
    let stage;
    let machine;
    let other;
    before(async () => {
      stage = await openStage({
        settings: { "checkpoint.auto.enabled": false },
        past: recordWeeks,
        isClosed: true,
      });
      other = path.join(stage.base, "cups");
      fs.mkdirSync(other);
      fs.writeFileSync(path.join(other, "cup.txt"), "blue\n");
      const workspace = path.join(stage.base, "tea.code-workspace");
      const folders = [{ path: "steep" }, { path: "cups" }];
      fs.writeFileSync(workspace, JSON.stringify({ folders }));
      stage.window = await stage.desk.open(workspace);
      await stage.window.activityBar("Checkpoint");
      await stage.untilFolders();
      machine = new TimeMachine(stage.window);
      await machine.open();
    });
    after(() => stage?.close());

    it("has a group of lanes for each folder, hatched where it is thinned out", async () => {
      const groups = machine.frame.locator(".name.folder");
      await until("both have a group", async () => {
        assert.deepEqual(await groups.allInnerTexts(), ["steep", "cups"]);
        return true;
      });
      const hatched = machine.frame.locator("rect.thinned");
      await hatched.first().waitFor();
      const top = async (one) => (await one.boundingBox()).y;
      const end = await top(groups.nth(1));
      for (const one of await hatched.all()) assert.ok((await top(one)) < end);
      const box = await hatched.first().boundingBox();
      const tip = machine.frame.locator(".tip");
      await until("it says what is kept there", async () => {
        for (let x = box.x + 2; x < box.x + box.width; x += 7) {
          await machine.page.mouse.move(x, box.y + 3);
          const text = (await tip.isVisible()) ? await tip.innerText() : "";
          if (/only the states of checkpoints are kept/.test(text)) return true;
        }
        return false;
      });
      await stage.window.screenshot("time-machine-folders", { hover: true });
      assert.deepEqual(await machine.violations(), []);
    });

    it("goes by days", async () => {
      const day = async () => (await machine.spoken()).split(",")[0];
      // Where the older folder begins: the other one has no state there.
      await machine.press("Home", /, steep · #0\b/);
      const head = machine.playhead;
      assert.equal(await head.getAttribute("aria-valuenow"), "0");
      await machine.press("End", /^Now$/);
      const seen = new Set();
      for (let i = 0; i < 4; i++) {
        const before = await machine.spoken();
        await machine.page.keyboard.press("Shift+PageDown");
        await until("it went back", async () => {
          return (await machine.spoken()) !== before;
        });
        seen.add(await day());
      }
      assert.equal(seen.size, 4, [...seen].join("; "));
      const last = await day();
      await machine.page.keyboard.press("Shift+PageUp");
      await until("it went on by a day", async () => (await day()) !== last);
      assert.ok(seen.has(await day()), await day());
    });

    it("lists the files of both folders by name, and restores that of one", async () => {
      fs.writeFileSync(path.join(other, "cup.txt"), "red\n");
      const cup = machine.file("cup.txt");
      await until("its change is recorded", async () => {
        await machine.press("End", /^Now$/);
        await machine.page.keyboard.press("ArrowLeft");
        return cup.isVisible();
      });
      assert.match(await cup.innerText(), /cups/);
      await cup.click();
      await stage.window.diffEditor().expect("blue\n", "red\n");
      const before = stage.read("src/main.js");
      await machine.button("Restore This File...").click();
      await stage.window.dialog.press("Restore");
      await until("it is restored", () => {
        return (
          fs.readFileSync(path.join(other, "cup.txt"), "utf8") === "blue\n"
        );
      });
      assert.equal(stage.read("src/main.js"), before);
    });
  });
}
