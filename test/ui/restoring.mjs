// Going back, and forward again.
import assert from "node:assert/strict";
import fs from "node:fs";
import { until } from "../editor/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";
import { unsavedScenes } from "./unsaved.mjs";

const shorter = "export const teas = { sencha: 60 };\n";

export function restoreScenes() {
  describe("restoring", () => {
    let stage;
    before(async () => {
      stage = await openStage({
        files,
        // On a slow machine, an automatic checkpoint could come before “second” and
        // contain its changes.
        settings: { "checkpoint.auto.enabled": false },
      });
      await stage.create("first");
      stage.write("src/teas.js", shorter);
      stage.write("src/extra.js", "export {};\n");
      await stage.create("second");
      await stage.window.openFile("teas.js");
    });
    after(() => stage?.close());

    /**
     * The buttons in the preview's title: restore what was reviewed, or cancel it.
     */
    const untilButtons = (count) =>
      until(`the title has ${count} buttons for the review`, async () => {
        const buttons = stage.window.page
          .locator(".editor-actions .action-label")
          .filter({ hasText: /^(Restore Now|Cancel Restore)$/ });
        return (await buttons.count()) === count;
      });

    const reviewRow = (name) =>
      stage.window.row(stage.window.pane("Review"), name);

    const toReview = async () => {
      await stage.askToRestore("first");
      await stage.window.dialog.press("Review Changes");
      await reviewRow("teas.js").waitFor();
      await untilButtons(2);
    };

    const untilChosen = (text) =>
      until(`the review says “${text}”`, async () =>
        (await stage.window.pane("Review").innerText()).includes(text),
      );

    /** Clicks a checkbox, and waits until its row is drawn again: that takes the focus from it. */
    const tick = async (box, text) => {
      const before = await box.elementHandle();
      await box.click();
      await untilChosen(text);
      await until("the row is drawn again", () =>
        before.evaluate((element) => !element.isConnected),
      );
    };

    const untilReviewed = () =>
      reviewRow("teas.js").waitFor({ state: "detached" });

    const untilShown = (text) =>
      until("the editor shows the file", async () => {
        return (await stage.window.editorText()) === text;
      });

    it("shows what would change before it does, and Restore is its button", async () => {
      await stage.askToRestore("first");
      const { dialog, multiDiffEditor } = stage.window;
      assert.equal(
        await dialog.message(),
        "Restore the workspace to #1 first?",
      );
      assert.match(
        await dialog.detail(),
        /^These newer changes will be replaced:\s+src\/teas\.js \(outside the editor\)\s+src\/extra\.js \(outside the editor\)\s+1 file will be replaced, 1 file will be deleted\.\s+Will be deleted:\s+src\/extra\.js\s[^]*can be undone/,
      );
      assert.equal(await dialog.focusedButton(), "Restore");
      assert.deepEqual(await multiDiffEditor.files(), [
        { name: "extra.js", status: "D" },
        { name: "teas.js", status: "" },
      ]);
      await stage.window.screenshot("restore-dialog");
    });

    it("does nothing on Escape", async () => {
      await stage.window.page.keyboard.press("Escape");
      await stage.window.dialog.locator.waitFor({ state: "hidden" });
      await until("the preview is closed", async () => {
        const tabs = await stage.window.tabs();
        return tabs.length === 1 && tabs[0] === "teas.js";
      });
      assert.equal(stage.read("src/teas.js"), shorter);
    });

    it("is reviewed file by file and change by change", async () => {
      await toReview();
      await stage.window.expand(reviewRow("teas.js"));
      const change = reviewRow("export const teas = {");
      await change.waitFor();
      assert.match(await change.getAttribute("aria-label"), /line 1, \+\d/);
      await reviewRow("extra.js").locator(".monaco-custom-toggle").click();
      await untilChosen("1 of 2 files chosen");
      await stage.window.screenshot("restore-review");
      assert.equal(stage.read("src/teas.js"), shorter);
    });

    it("has its buttons over the preview alone, and ends with Cancel Restore", async () => {
      // Another comparison in the same kind of editor is not the one under review.
      await stage.rowMenu(stage.row("second"), "Open All Changes");
      await untilButtons(0);
      await stage.window.runCommand("View: Close Editor");
      await untilButtons(2);
      await stage.window.runCommand("Checkpoint: Cancel Restore");
      await untilReviewed();
      assert.equal(stage.read("src/teas.js"), shorter);
    });

    it("begins a new review with everything chosen, and a tick counts at once", async () => {
      await stage.askToRestore("first");
      await stage.window.dialog.press("Review Changes");
      const box = reviewRow("extra.js").locator(".monaco-custom-toggle");
      await box.waitFor();
      assert.equal(await box.getAttribute("aria-checked"), "true");
      await tick(box, "1 of 2 files chosen");
      await tick(box, "2 of 2 files chosen");
      // By keys: Tab goes from the list to the checkboxes.
      const { page } = stage.window;
      await stage.window.pane("Review").locator(".monaco-list").press("Home");
      await until("a checkbox has the focus", async () => {
        await page.keyboard.press("Tab");
        return page.evaluate(() =>
          document.activeElement.matches(".monaco-custom-toggle"),
        );
      });
      await page.keyboard.press("Space");
      await untilChosen("1 of 2 files chosen");
      await stage.window.runCommand("Checkpoint: Cancel Restore");
      await untilReviewed();
    });

    it("does nothing when the preview is closed, and asks no longer", async () => {
      await toReview();
      await stage.window.runCommand("View: Close Editor");
      await untilReviewed();
      assert.equal(stage.read("src/teas.js"), shorter);
    });

    it("restores one file from the review and leaves the others", async () => {
      await toReview();
      const row = reviewRow("teas.js");
      await (await stage.window.inlineAction(row, "Restore Only This")).click();
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      await untilReviewed();
      await reviewRow("extra.js").waitFor();
      assert.ok(stage.exists("src/extra.js"));
      await stage.window.runCommand("Checkpoint: Cancel Restore");
      await reviewRow("extra.js").waitFor({ state: "detached" });
      assert.ok(stage.exists("src/extra.js"));
    });

    it("is undone from the status bar", async () => {
      await stage.clearNotifications();
      const item = stage.window.page.locator(
        '.statusbar-item a[aria-label^="Undo Restore"]',
      );
      await item.waitFor();
      await stage.window.screenshot("undo-in-status-bar");
      await item.click();
      await stage.untilFile("src/teas.js", shorter);
      await item.waitFor({ state: "detached" });
      await stage.clearNotifications();
    });

    it("brings back files and editor when it is agreed to", async () => {
      await stage.askToRestore("first");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      // Deletions come last.
      await until("extra.js is gone", () => !stage.exists("src/extra.js"));
      await untilShown(files["src/teas.js"]);
      await stage.untilHere("first");
      // No progress is shown once it is over.
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
      await toReview();
      await stage.window.page
        .locator(".editor-actions .action-label")
        .filter({ hasText: "Restore Now" })
        .click();
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      const done = stage.window.notification("is kept in guard");
      await done.waitFor();
      await untilReviewed();
      await done.button("Undo").click();
      await stage.untilFile("src/teas.js", shorter);
      await stage.untilFile("src/extra.js", "export {};\n");
      await stage.clearNotifications();
    });

    it("is redone and undone from the palette, without a second question", async () => {
      await stage.window.runCommand("Checkpoint: Redo Restore");
      await stage.untilFile("src/teas.js", files["src/teas.js"]);
      await stage.clearNotifications();
      await stage.window.runCommand("Checkpoint: Undo Restore");
      await stage.untilFile("src/teas.js", shorter);
      await untilShown(shorter);
      await stage.clearNotifications();
    });

    it("sets unsaved text aside and brings it back with undo, unsaved", async () => {
      await stage.window.typeInEditor("// half a thought\n");
      await stage.askToRestore("first");
      assert.match(
        await stage.window.dialog.detail(),
        /Unsaved changes, kept in the guard checkpoint:\s+src\/teas\.js/,
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
      // Restored text can be saved like any other.
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
      // The format of times is a setting, and applies immediately.
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
        "Restore Deleted Files",
      );
      await button.click();
      await stage.window.dialog.press("Restore");
      await stage.untilFile("notes/ideas.md", files["notes/ideas.md"]);
      // It is opened too.
      await until("the file is shown", async () => {
        return (await stage.window.tabs()).includes("ideas.md");
      });
      // Room for the timeline: only rows in sight are drawn.
      for (const each of [pane, stage.fileHistory])
        await stage.window.collapsePane(each);
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
      // Deletions come last.
      await until("extra.js is gone", () => !stage.exists("src/extra.js"));
      assert.equal(stage.read("README.md"), "changed\n");
      await stage.clearNotifications();
    });

    it("brings one file back from the title of its diff", async () => {
      await stage.closeEditors();
      await stage.showTimeline();
      await stage.window.scrollTo(stage.timeline, "second");
      await stage.window.expand(stage.row("second"));
      await stage.window.scrollTo(stage.timeline, "teas.js");
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
      await stage.rowMenu(stage.row(name), "Restore Workspace to Here...");
      const said = stage.window.notification("already matches");
      assert.match(await said.text(), /\[me\].?\(command:undo\)/);
      const links = said.locator.locator(".notification-list-item-message a");
      assert.equal(await links.count(), 0);
      await stage.clearNotifications();
    });

    it("puts one change of the gutter back to the baseline", async () => {
      await stage.closeEditors();
      // A menu that is open while its row is redrawn may lose the row: the user is
      // then asked for a checkpoint, and can also choose the row again.
      await stage.window.scrollTo(stage.timeline, "first");
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

    unsavedScenes(() => stage);
  });
}
