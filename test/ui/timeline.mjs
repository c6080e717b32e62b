// The timeline as a person meets it: one row per deed, what happened, who did it, and the
// way back from before it. By mouse and by keyboard.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";
import { files } from "./files.mjs";
import { checkFiles, knownGoodScenes } from "./knownGood.mjs";
import { openStage } from "./stage.mjs";

const sencha = "export const teas = { sencha: 60 };\n";

export function timelineScenes() {
  describe("the timeline", () => {
    let stage;
    before(async () => {
      stage = await openStage({
        files: { ...files, ...checkFiles },
        settings: { "checkpoint.timeline.show": "deeds" },
        past: (made) => {
          say(made, "claude-code", "s1", "user", "Steep for a minute");
          made.write("src/teas.js", sencha);
          say(made, "claude-code", "s1", "agent", "Done");
        },
      });
    });
    after(async () => {
      stage?.server.updateSettings({ "checkpoint.auto.enabled": undefined });
      await stage?.close();
    });

    const rows = () => stage.window.rowTexts(stage.timeline);
    const row = (text) => {
      const name = stage.window.page.locator(".label-name", { hasText: text });
      return stage.window.rows(stage.timeline).filter({ has: name }).first();
    };
    const turn = () => stage.row("Steep for a minute");

    it("shows a turn as one row with its prompt, and where you are on top", async () => {
      await turn().waitFor();
      await until("the session's start is where we are", async () => {
        const [{ label, description }] = await rows();
        const text = /^you are here · same as “Session start”/;
        return label === "Now" && text.test(description);
      });
      const shown = await rows();
      const turns = shown.filter((each) => each.label.startsWith("Steep"));
      assert.equal(turns.length, 1);
      await until("its lines are counted", async () => {
        const found = (await rows()).find(({ label }) =>
          label.startsWith("Steep"),
        );
        return /1 file · \+1 −\d/.test(found.description);
      });
    });

    it("offers a turn to be reviewed, kept, undone, and gone back to before", async () => {
      const offered = await stage.window.contextMenuItems(turn());
      for (const item of [
        "Review Agent Turn",
        "Keep Agent Turn",
        "Undo Agent Turn...",
        "Restore to Before This...",
      ])
        assert.ok(offered.includes(item), `${item}: ${offered.join()}`);
      assert.equal(new Set(offered).size, offered.length, offered.join());
      await stage.window.expand(turn());
      await stage.row("teas.js").waitFor();
      const file = await stage.window.contextMenuItems(stage.row("teas.js"));
      assert.deepEqual(file, [
        "Open Changes",
        "Compare with Workspace",
        "Open File at This Checkpoint",
        "Open File",
        "Restore to This Checkpoint...",
        "Restore to Before This...",
        "Undo Agent Turn in This File...",
      ]);
      await stage.window.collapse(turn());
    });

    it("shows a checkpoint made by its shortcut, marked as where you are", async () => {
      await stage.window.page.keyboard.press("Control+k");
      await stage.window.page.keyboard.press("Control+Alt+s");
      await stage.answer("Create Checkpoint", "first");
      await stage.row("first").waitFor();
      const shown = await rows();
      assert.deepEqual(
        shown.slice(0, 3).map(({ label }) => label),
        ["Now", "Today", "first"],
      );
      await stage.untilHere("first");
      await stage.window.screenshot("timeline");
    });

    it("shows a checkpoint with a name and a description", async () => {
      stage.write("src/teas.js", files["src/teas.js"]);
      stage.write("src/new.js", "export {};\n");
      await stage.create("shorter", "sencha needs less");
      const found = (await rows()).find(({ label }) => label === "shorter");
      assert.match(found.description, /2 files/);
    });

    it("opens a checkpoint to its changed files with letters", async () => {
      await stage.window.expand(stage.row("shorter"));
      await stage.row("teas.js").waitFor();
      const letter = (name) =>
        stage.row(name).locator(".monaco-icon-label").last();
      await until("decorations are drawn", async () => {
        const html = await letter("teas.js").getAttribute("class");
        return html.includes("monaco-decoration");
      });
      const names = (await rows()).map(({ label }) => label);
      assert.deepEqual(names.slice(3, 6), ["src", "new.js", "teas.js"]);
    });

    it("opens a changed file as a diff of before and after", async () => {
      await stage.row("teas.js").click();
      await stage.window.diffEditor().expect(sencha, files["src/teas.js"]);
      assert.deepEqual(await stage.window.tabs(), [
        "teas.js (before ↔ shorter)",
      ]);
      await stage.window.screenshot("diff");
    });

    it("opens all changes of a checkpoint side by side", async () => {
      const button = await stage.window.inlineAction(
        stage.row("shorter"),
        "Open All Changes",
      );
      await button.click();
      assert.deepEqual(await stage.window.multiDiffEditor.files(), [
        { name: "new.js", status: "A" },
        { name: "teas.js", status: "" },
      ]);
      await stage.closeEditors();
    });

    it("compares a row with the workspace", async () => {
      await stage.rowMenu(stage.row("first"), "Compare with Workspace");
      await until("both files are shown", async () => {
        const shown = await stage.window.multiDiffEditor.files();
        return (
          shown.length === 2 && shown.every(({ status }) => status !== "R")
        );
      });
      await stage.closeEditors();
    });

    it("folds the saves of one author into one row that counts lines", async () => {
      await stage.window.openFile("README.md");
      for (const text of ["Pour.\n", "Wait.\n"]) {
        await stage.window.typeInEditor(text);
        await stage.window.save();
      }
      await stage.row("README.md +2").waitFor();
      const own = (await rows()).filter(({ label }) =>
        label.startsWith("README"),
      );
      assert.equal(own.length, 1);
    });

    it("gets a row for a burst of changes from outside", async () => {
      for (let i = 0; i < 12; i++) stage.write(`gen/f${i}.txt`, `file ${i}\n`);
      await row("f0.txt and 11 more").waitFor();
      await stage.window.screenshot("burst");
    });

    it("calls a renamed folder that, and none of its files deleted", async () => {
      stage.rename("gen", "made");
      await stage.row("Renamed gen → made (12 files)").waitFor();
      stage.remove("made/f11.txt");
      const deleted = await stage.window.expandPane("Deleted Files");
      await stage.window.row(deleted, "f11.txt").waitFor();
      const names = (await stage.window.rowTexts(deleted)).map(
        ({ label }) => label,
      );
      assert.deepEqual(names, ["made", "f11.txt"]);
      await stage.window.collapsePane(deleted);
      // It moves the rows below, which the next scene has under the pointer.
      await stage.row("Deleted f11.txt").waitFor();
    });

    it("goes back to before the turn in two clicks", async () => {
      const before = await stage.window.inlineAction(
        turn(),
        "Restore to Before This...",
      );
      await before.click();
      assert.match(
        await stage.window.dialog.message(),
        /as it was before “Steep for a minute”\?/,
      );
      await stage.window.screenshot("deeds-before");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("README.md", files["README.md"]);
      // Deletions come last.
      await until("made is gone", () => !stage.exists("made"));
    });

    it("shows the restore as one row, with its undo", async () => {
      const restored = row("Restored to");
      await restored.waitFor();
      assert.ok(
        !(await rows()).some(({ label }) => label.startsWith("Before")),
      );
      await stage.window.screenshot("deeds");
      const undo = await stage.window.inlineAction(restored, "Undo Restore");
      await undo.click();
      // Asked only if files changed since; the question has the same button.
      await until("the files are back", async () => {
        const { dialog } = stage.window;
        if (await dialog.locator.isVisible())
          await dialog.press("Undo Restore");
        return stage.exists("made/f0.txt");
      });
      await stage.row("Undid the restore").waitFor();
    });

    it("goes back to before the turn and forward again by keys alone", async () => {
      const { page, dialog } = stage.window;
      const choose = async (start, item) => {
        const shown = await rows();
        const { label } = shown.find((each) => each.label.startsWith(start));
        await stage.focusRow(label);
        await page.keyboard.press("Shift+F10");
        await stage.window.chooseByKeys(item);
      };
      await choose("Steep for a minute", "Restore to Before This...");
      assert.equal(await dialog.focusedButton(), "Restore");
      await page.keyboard.press("Enter");
      await until("made is gone", () => !stage.exists("made"));
      await until("the restore has its row", async () =>
        (await rows())[2].label.startsWith("Restored to"),
      );
      await choose("Restored to", "Undo Restore");
      await until("the files are back", async () => {
        if (await dialog.locator.isVisible())
          await page.keyboard.press("Enter");
        return stage.exists("made/f0.txt");
      });
      await until("the undo has its row", async () =>
        (await rows())[2].label.startsWith("Undid the restore"),
      );
    });

    it("says on top what changed since, and compares it by its shortcut", async () => {
      // Otherwise an automatic checkpoint has the change a moment later.
      await stage.window.changeSettings({ "checkpoint.auto.enabled": false });
      stage.write("src/teas.js", "export const teas = {};\n");
      await row("Now: 1 file changed").waitFor();
      const [now] = await rows();
      assert.match(now.description, /^\+1 −\d · since “/);
      await stage.window.page.keyboard.press("Control+k");
      await stage.window.page.keyboard.press("Control+Alt+d");
      await stage.window.diffEditor().waitFor();
      await stage.closeEditors();
      await stage.window.changeSettings({ "checkpoint.auto.enabled": true });
    });

    it("is filtered by text, and shows all again", async () => {
      await stage.window.runCommand("Checkpoint: Filter Timeline...");
      await stage.window.quickPick.pick("Text...");
      await stage.answer("Filter by Text", "SHORT");
      await stage.row("Session start").waitFor({ state: "hidden" });
      assert.ok(await stage.row("shorter").isVisible());
      await stage.window.screenshot("filtered");
      await stage.window.runCommand("Checkpoint: Clear Filter");
      await stage.row("first").waitFor();
    });

    it("groups by author, with a tick at the choice", async () => {
      await stage.window.runCommand("Checkpoint: Group by Author");
      await stage.row("Claude Code").waitFor();
      await stage.row("You").waitFor();
      const more = await stage.window.paneAction("Timeline", "More Actions");
      await stage.window.menu(more.first(), "Group By");
      const chosen = stage.window.page.locator(".monaco-menu .action-label");
      await chosen.filter({ hasText: /^✓ Group by Author$/ }).waitFor();
      assert.equal(await chosen.filter({ hasText: /^✓/ }).count(), 1);
      await stage.window.screenshot("group-by", { only: "dark" });
      // Once for the submenu, once for the menu.
      for (let i = 0; i < 2; i++)
        await stage.window.page.keyboard.press("Escape");
      await chosen.first().waitFor({ state: "hidden" });
      await stage.window.runCommand("Checkpoint: Group by Day");
      await stage.row("Today").waitFor();
    });

    it("is used by keys: opened, renamed, copied, deleted", async () => {
      const { page, dialog } = stage.window;
      const { keyboard } = page;
      await stage.window.collapse(stage.row("shorter"));
      await keyboard.press("Control+k");
      await keyboard.press("Control+Alt+t");
      await stage.timeline.locator(".monaco-list:focus-within").waitFor();
      await stage.focusRow("shorter");
      await keyboard.press("ArrowRight");
      await stage.row("new.js").waitFor();
      await stage.focusRow("new.js");
      await keyboard.press("Enter");
      await stage.window.tab("new.js").waitFor();
      await stage.closeEditors();
      await keyboard.press("Control+k");
      await keyboard.press("Control+Alt+t");
      await stage.focusRow("shorter");
      await keyboard.press("Control+c");
      await until("its number is copied", async () =>
        /^#\d+$/.test(
          await page.evaluate(() => navigator.clipboard.readText()),
        ),
      );
      await keyboard.press("F2");
      await until("its name is asked", async () =>
        (await stage.window.inputBox.title()).startsWith("Rename Checkpoint #"),
      );
      await stage.window.inputBox.enter("less sencha");
      await stage.row("less sencha").waitFor();
      await stage.focusRow("first");
      await keyboard.press("Delete");
      assert.equal(await dialog.focusedButton(), "Open Changes");
      await stage.window.screenshot("delete-dialog");
      await dialog.press("Delete");
      await stage.row("first").waitFor({ state: "detached" });
    });

    it("keeps a pinned checkpoint's mark", async () => {
      await stage.rowMenu(stage.row("less sencha"), "Pin");
      await until("the pin is said", async () =>
        /, pinned/.test(
          await stage.row("less sencha").getAttribute("aria-label"),
        ),
      );
    });

    it("marks the baseline on its row and in the status bar, and drops it on the row by keys", async () => {
      const status = stage.window
        .statusBarItem("checkpoint-dev.checkpoint.checkpoint.status")
        .locator("a");
      await stage.rowMenu(stage.row("less sencha"), "Set as Baseline");
      const named = stage.row("less sencha");
      await until("the row says so", async () =>
        /, baseline/.test(await named.getAttribute("aria-label")),
      );
      const shown = (await rows()).find(({ label }) => label === "less sencha");
      const [, number] = /^baseline · .*(#\d+)$/.exec(shown.description);
      assert.ok((await status.innerText()).endsWith(` ${number}`));
      assert.match(
        await status.getAttribute("aria-label"),
        new RegExp(`The gutter shows changes since ${number}, the baseline\\.`),
      );
      await named.hover();
      const hover = stage.window.page.locator(".workbench-hover");
      await hover.filter({ hasText: "Baseline: the gutter shows" }).waitFor();
      await stage.window.putPointerAside();
      await stage.window.screenshot("baseline");
      await stage.focusRow("less sencha");
      await stage.window.page.keyboard.press("Shift+F10");
      await stage.window.chooseByKeys("Clear Baseline");
      await until("nothing says so any more", async () => {
        const spoken = await stage
          .row("less sencha")
          .getAttribute("aria-label");
        return (
          !/baseline/.test(spoken) &&
          !/baseline/.test(await status.getAttribute("aria-label"))
        );
      });
    });

    it("tells all about a row where the pointer rests on it", async () => {
      await stage.row("less sencha").hover();
      const hover = stage.window.page.locator(".workbench-hover");
      await hover.filter({ hasText: "sencha needs less" }).waitFor();
      assert.match(await hover.innerText(), /2 files, \+\d/);
      // Switching the theme closes it.
      await stage.window.screenshot("row-hover", { hover: true, only: "dark" });
    });

    it("finds a line that is gone, in the contents of history", async () => {
      await stage.window.runCommand("Checkpoint: Search History...");
      await stage.answer("Search History", "assam: 240");
      await stage.window.quickPick.labels();
      await stage.window.screenshot("search");
      await stage.window.quickPick.pick("assam: 240,");
      await until("the old file is shown", async () =>
        (await stage.window.editorText()).includes("assam: 240"),
      );
      await stage.closeEditors();
    });

    it("shows the versions of the file in the active editor", async () => {
      await stage.window.openFile("new.js");
      const { fileHistory: history } = stage;
      await until("its version is listed", async () => {
        const shown = await stage.window.rowTexts(history);
        return shown.some(({ description }) => description.includes("added"));
      });
      await stage.window.rows(history).first().click();
      await stage.window.diffEditor().waitFor();
      await stage.window.screenshot("file-history");
      await stage.closeEditors();
    });

    it("has a menu in the status bar", async () => {
      await stage.window
        .statusBarItem("checkpoint-dev.checkpoint.checkpoint.status")
        .locator("a")
        .click();
      await stage.window.quickPick.waitFor();
      const labels = await stage.window.quickPick.labels();
      assert.ok(labels.includes("Restore..."), labels.join());
      await stage.window.screenshot("menu");
      await stage.window.quickPick.cancel();
    });

    it("gives long names the room there is", async () => {
      const long = "a".repeat(60);
      stage.write(`deep/${long}/${long}.js`, "export {};\n");
      const name = `All of ${"very ".repeat(40)}long`;
      await stage.window.runCommand("Checkpoint: Create with Description...");
      await stage.answer("Create Checkpoint (1 of 2)", name);
      await stage.answer("Create Checkpoint (2 of 2)", "");
      const named = row("All of very very");
      await named.waitFor();
      await stage.window.expand(named);
      await stage.row(`${long}.js`).waitFor();
      await stage.window.screenshot("long-names");
    });

    it("shows every checkpoint when asked, and what happened again", async () => {
      await stage.window.runCommand("Checkpoint: Show Every Checkpoint");
      await stage.row("Done").waitFor();
      assert.match((await rows())[0].label, /^Now/);
      await stage.window.screenshot("every-checkpoint");
      await stage.window.runCommand("Checkpoint: Show What Happened");
      await stage.row("Done").waitFor({ state: "detached" });
    });

    describe("and the checks", () => knownGoodScenes(() => stage));
  });
}

function say(stage, source, thread, role, text) {
  stage.json(
    ...["thread", "record", thread, "--role", role],
    ...["--text", text, "--source", source],
  );
}
