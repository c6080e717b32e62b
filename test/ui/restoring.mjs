// Going back, and forward again.
import assert from "node:assert/strict";
import fs from "node:fs";
import { until } from "../host/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

const shorter = "export const teas = { sencha: 60 };\n";

export function restoreScenes() {
  describe("restoring", () => {
    let stage;
    before(async () => {
      stage = await openStage({ files });
      // On a slow machine one would come before “second”, and hold its changes.
      await stage.window.changeSettings({ "checkpoint.auto.enabled": false });
      await stage.create("first");
      stage.write("src/teas.js", shorter);
      stage.write("src/extra.js", "export {};\n");
      await stage.create("second");
      await stage.window.openFile("teas.js");
    });
    after(async () => {
      await stage?.window.changeSettings({
        "checkpoint.auto.enabled": undefined,
      });
      await stage?.close();
    });

    /** Those of the preview's title: apply what was reviewed, or cancel it. */
    const untilButtons = (count) =>
      until(`the title has ${count} buttons for the review`, async () => {
        const buttons = stage.window.page.locator(
          '.editor-actions .action-label[aria-label*="the Reviewed Restore"]',
        );
        return (await buttons.count()) === count;
      });

    const untilShown = (text) =>
      until("the editor shows the file", async () => {
        return (await stage.window.editorText()) === text;
      });

    it("shows what would change before it does, with a harmless button in focus", async () => {
      await stage.askToRestore("first");
      const { dialog, multiDiffEditor } = stage.window;
      assert.equal(
        await dialog.message(),
        "Restore the workspace to #1 first?",
      );
      assert.match(
        await dialog.detail(),
        /^1 file will be replaced, 1 file will be deleted\.\s+Will be deleted:\s+src\/extra\.js\s[^]*can be undone/,
      );
      assert.equal(await dialog.focusedButton(), "Review Changes");
      assert.deepEqual(await multiDiffEditor.files(), [
        { name: "extra.js", status: "D" },
        { name: "teas.js", status: "" },
      ]);
      await stage.window.screenshot("restore-dialog");
    });

    it("does nothing on Escape, nor on Enter, which opens the review", async () => {
      await stage.window.page.keyboard.press("Escape");
      await stage.window.dialog.locator.waitFor({ state: "hidden" });
      await until("the preview is closed", async () => {
        const tabs = await stage.window.tabs();
        return tabs.length === 1 && tabs[0] === "teas.js";
      });
      await stage.askToRestore("first");
      await stage.window.page.keyboard.press("Enter");
      const review = stage.window.notification("Restore the workspace to");
      await review.waitFor();
      await stage.window.screenshot("restore-review");
      assert.equal(stage.read("src/teas.js"), shorter);
      await untilButtons(2);
      // Another comparison in the same kind of editor is not what is reviewed.
      await stage.rowMenu(stage.row("second"), "Open All Changes");
      await untilButtons(0);
      await stage.window.runCommand("View: Close Editor");
      await untilButtons(2);
      await review.button("Cancel").click();
      await until("the preview is closed", async () => {
        return (await stage.window.tabs()).length === 1;
      });
      await review.locator.waitFor({ state: "hidden" });
      assert.equal(stage.read("src/teas.js"), shorter);
    });

    it("does nothing when the preview is closed, and asks no longer", async () => {
      await stage.askToRestore("first");
      await stage.window.page.keyboard.press("Enter");
      const review = stage.window.notification("Restore the workspace to");
      await review.waitFor();
      await untilButtons(2);
      await stage.window.runCommand("View: Close Editor");
      await review.locator.waitFor({ state: "hidden" });
      assert.equal(stage.read("src/teas.js"), shorter);
    });

    it("brings back files and editor when it is agreed to", async () => {
      await stage.askToRestore("first");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      // What is to go goes last.
      await until("extra.js is gone", () => !stage.exists("src/extra.js"));
      await untilShown(files["src/teas.js"]);
      await stage.untilHere("first");
      // Nothing tells of progress that is over.
      const [said, ...others] = await stage.window.toasts();
      assert.match(
        said,
        /^Restored to #1 first: 1 file replaced, 1 file deleted/,
      );
      assert.deepEqual(others, []);
      await stage.window.screenshot("restored");
    });

    it("is undone by the notification's button, at once", async () => {
      const done = stage.window.notification("is kept in guard");
      await done.button("Undo").click();
      await stage.untilFile("src/teas.js", shorter);
      await stage.untilFile("src/extra.js", "export {};\n");
      await untilShown(shorter);
      await stage.clearNotifications();
    });

    it("is done from the review, which asks no longer then", async () => {
      await stage.askToRestore("first");
      await stage.window.page.keyboard.press("Enter");
      const review = stage.window.notification("Restore the workspace to");
      await review.waitFor();
      await review.locator.locator("a", { hasText: "Restore" }).click();
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      const done = stage.window.notification("is kept in guard");
      await done.waitFor();
      await review.locator.waitFor({ state: "hidden" });
      await done.button("Undo").click();
      await stage.untilFile("src/teas.js", shorter);
      await stage.untilFile("src/extra.js", "export {};\n");
      await stage.clearNotifications();
    });

    it("is redone and undone from the palette, after asking", async () => {
      await stage.window.runCommand("Checkpoint: Redo Restore");
      await stage.window.dialog.press("Redo Restore");
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      await stage.clearNotifications();
      await stage.window.runCommand("Checkpoint: Undo Restore");
      await stage.window.dialog.press("Undo Restore");
      await stage.untilFile("src/teas.js", shorter);
      await untilShown(shorter);
      await stage.clearNotifications();
    });

    it("sets unsaved text aside and brings it back with undo, unsaved", async () => {
      await stage.window.typeInEditor("// half a thought\n");
      await stage.askToRestore("first");
      assert.match(
        await stage.window.dialog.detail(),
        /Unsaved text, kept in the guard checkpoint:\s+src\/teas\.js/,
      );
      await stage.window.dialog.press("Restore");
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      await untilShown(files["src/teas.js"]);
      const undo = stage.window.notification("is kept in guard");
      await undo.button("Undo").click();
      await until("the unsaved text is back", async () => {
        const text = await stage.window.editorText();
        return text === shorter + "// half a thought\n";
      });
      assert.equal(stage.read("src/teas.js"), shorter);
      assert.equal(await stage.window.page.locator(".tab.dirty").count(), 1);
      // What came back can be saved like any other text.
      await stage.window.save();
      await stage.untilFile("src/teas.js", shorter + "// half a thought\n");
      await stage.clearNotifications();
    });

    it("brings a deleted file back from Deleted Files", async () => {
      fs.rmSync(stage.at("notes/ideas.md"));
      const pane = await stage.window.expandPane("Deleted Files");
      const row = stage.window.row(pane, "ideas.md");
      await row.waitFor();
      await stage.window.screenshot("deleted-files");
      // How times are told is a setting, and applies at once.
      for (const [dateFormat, told] of [
        ["absolute", /\d+:\d\d/],
        [undefined, /just now|\d+ min ago/],
      ]) {
        await stage.window.changeSettings({
          "checkpoint.dateFormat": dateFormat,
        });
        await until("the row tells its time so", async () =>
          told.test(await row.innerText()),
        );
      }
      const button = await stage.window.inlineAction(
        row,
        "Restore Deleted File",
      );
      await button.click();
      await stage.window.dialog.press("Restore");
      await stage.untilFile("notes/ideas.md", files["notes/ideas.md"]);
      // It is opened too.
      await until("the file is shown", async () => {
        return (await stage.window.tabs()).includes("ideas.md");
      });
      await stage.clearNotifications();
    });

    it("brings one folder back from the explorer and leaves the rest alone", async () => {
      stage.write("README.md", "changed\n");
      await stage.window.activityBar("Explorer");
      const menu = ["Checkpoint", "Restore from Checkpoint..."];
      await stage.window.contextMenu(stage.window.explorerRow("src"), ...menu);
      await stage.window.quickPick.pick("first");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      // What is to go goes last.
      await until("extra.js is gone", () => !stage.exists("src/extra.js"));
      assert.equal(stage.read("README.md"), "changed\n");
      await stage.clearNotifications();
    });

    it("brings one file back from the title of its diff", async () => {
      await stage.closeEditors();
      await stage.showTimeline();
      await stage.window.expand(stage.row("second"));
      await stage.row("teas.js").click();
      await stage.window.diffEditor().expect(files["src/teas.js"], shorter);
      await stage.window.page
        .locator(
          '.editor-actions .action-label[aria-label^="Restore This Version"]',
        )
        .click();
      assert.equal(
        await stage.window.dialog.message(),
        "Restore teas.js to #2 second?",
      );
      await stage.window.dialog.press("Restore");
      await stage.untilFile("src/teas.js", shorter);
      await stage.clearNotifications();
    });

    it("shows a name as it is, and makes no link of it", async () => {
      const name = "[me](command:undo)";
      await stage.create(name);
      await stage.rowMenu(stage.row(name), "Restore...");
      const said = stage.window.notification("is already as it was at");
      assert.match(await said.text(), /\[me\].?\(command:undo\)/);
      const links = said.locator.locator(".notification-list-item-message a");
      assert.equal(await links.count(), 0);
      await stage.clearNotifications();
    });

    it("puts one change of the gutter back to the baseline", async () => {
      await stage.closeEditors();
      // A menu that is open while its row is drawn anew may lose it: the person is
      // then asked for a checkpoint, and may as well choose the row once more.
      await until("the baseline is set", async () => {
        await stage.rowMenu(stage.row("first"), "Set as Baseline");
        const said = stage.window.page.getByText("changes since #1").first();
        return said.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false,
        );
      });
      await stage.window.openFile("teas.js");
      await stage.window.page.locator(".dirty-diff-glyph").first().waitFor();
      await stage.window.page.keyboard.press("Alt+F3");
      await stage.window.page
        .locator(
          '.peekview-widget .action-label[aria-label^="Restore This Change"]',
        )
        .click();
      await until("the editor holds the baseline", async () => {
        return (await stage.window.editorText()) === files["src/teas.js"];
      });
      assert.equal(stage.read("src/teas.js"), shorter, "it is not saved");
      await stage.window.save();
      await stage.window.runCommand("Checkpoint: Clear Baseline");
      await stage.closeEditors();
    });
  });
}
