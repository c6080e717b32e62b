// Making checkpoints and reading them.
import assert from "node:assert/strict";
import { until } from "../host/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

export function timelineScenes() {
  describe("the timeline", () => {
    let stage;
    before(async () => (stage = await openStage({ files })));
    after(() => stage?.close());

    it("shows a checkpoint made from the palette, marked as where you are", async () => {
      await stage.window.runCommand("Checkpoint: Create");
      await stage.row("Checkpoint").waitFor();
      const rows = await stage.window.rowTexts(stage.timeline);
      assert.equal(rows[0].label, "Today");
      assert.equal(rows[1].label, "Checkpoint");
      assert.match(rows[1].description, /^you are here · just now · #1/);
      await stage.window.screenshot("timeline");
    });

    it("shows a checkpoint with a name and a description", async () => {
      stage.write("src/teas.js", "export const teas = { sencha: 60 };\n");
      stage.write("src/new.js", "export {};\n");
      await stage.create("shorter", "sencha needs less");
      const rows = await stage.window.rowTexts(stage.timeline);
      const row = rows.find(({ label }) => label === "shorter");
      assert.match(row.description, /2 files/);
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
      const rows = await stage.window.rowTexts(stage.timeline);
      const names = rows.map(({ label }) => label);
      assert.deepEqual(names.slice(2, 5), ["src", "new.js", "teas.js"]);
    });

    it("offers a changed file what can be done with it", async () => {
      const offered = await stage.window.contextMenuItems(stage.row("teas.js"));
      assert.deepEqual(offered, [
        "Open Changes",
        "Compare with Workspace",
        "Open File at This Checkpoint",
        "Open File",
        "Restore to This Checkpoint...",
        "Restore to Before This Checkpoint...",
      ]);
    });

    it("opens a changed file as a diff of before and this checkpoint", async () => {
      await stage.row("teas.js").click();
      await stage.window
        .diffEditor()
        .expect(
          files["src/teas.js"].trimEnd() + "\n",
          "export const teas = { sencha: 60 };\n",
        );
      assert.deepEqual(await stage.window.tabs(), ["teas.js (#1 ↔ #2)"]);
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
    });

    it("compares a checkpoint with the workspace", async () => {
      await stage.closeEditors();
      await stage.rowMenu(stage.row("Session start"), "Compare with Workspace");
      await until("both files are shown", async () => {
        const shown = await stage.window.multiDiffEditor.files();
        return (
          shown.length === 2 && shown.every(({ status }) => status !== "R")
        );
      });
      await stage.closeEditors();
    });

    it("gets an automatic checkpoint after an edit is saved", async () => {
      await stage.window.openFile("README.md");
      await stage.window.typeInEditor("Pour.\n");
      await stage.window.save();
      await stage.row("Edited README.md").waitFor();
    });

    it("gets a row for a burst of changes from outside", async () => {
      for (let i = 0; i < 12; i++) stage.write(`gen/f${i}.txt`, `file ${i}\n`);
      const row = stage.row("12 files changed outside the editor");
      await row.waitFor();
      await stage.window.screenshot("burst");
    });

    it("is filtered by text, and shows all again", async () => {
      await stage.window.runCommand("Checkpoint: Filter Timeline...");
      await stage.window.quickPick.pick("Text...");
      await stage.answer("Filter by Text", "SHORT");
      await stage.row("Session start").waitFor({ state: "hidden" });
      assert.ok(await stage.row("shorter").isVisible());
      await stage.window.screenshot("filtered");
      await stage.window.runCommand("Checkpoint: Clear Filter");
      await stage.row("Session start").waitFor();
    });

    it("keeps a pinned checkpoint's mark, and takes another name", async () => {
      await stage.rowMenu(stage.row("shorter"), "Pin");
      await until("the pin is shown", async () => {
        const rows = await stage.window.rowTexts(stage.timeline);
        return rows.some(
          ({ label, description }) =>
            label === "shorter" && description.includes("pinned"),
        );
      });
      await stage.rowMenu(stage.row("shorter"), "Rename...");
      await stage.answer("Rename Checkpoint #2", "less sencha");
      await stage.row("less sencha").waitFor();
    });

    it("deletes only after asking, with a harmless button in focus", async () => {
      await stage.rowMenu(stage.row("Checkpoint"), "Delete");
      assert.equal(await stage.window.dialog.focusedButton(), "Open Changes");
      await stage.window.screenshot("delete-dialog");
      await stage.window.dialog.press("Delete");
      await stage.row("Checkpoint").waitFor({ state: "detached" });
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
      await stage.window.openFile("teas.js");
      const { fileHistory: history } = stage;
      await until("two versions are listed", async () => {
        return (await stage.window.rowTexts(history)).length === 2;
      });
      await stage.window.rows(history).first().click();
      await stage.window
        .diffEditor()
        .expect(files["src/teas.js"], "export const teas = { sencha: 60 };\n");
      assert.deepEqual((await stage.window.tabs()).slice(-1), [
        "teas.js (#0 ↔ #2)",
      ]);
      await stage.window.screenshot("file-history");
      await stage.closeEditors();
    });

    it("tells all about a checkpoint where the pointer rests on its row", async () => {
      await stage.row("less sencha").hover();
      const hover = stage.window.page.locator(".workbench-hover");
      await hover.filter({ hasText: "sencha needs less" }).waitFor();
      assert.match(await hover.innerText(), /1 added, 1 modified/);
      // Another theme closes it.
      await stage.window.screenshot("row-hover", { hover: true, only: "dark" });
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
      const row = stage.window.rows(stage.timeline).filter({
        hasText: "All of very very",
      });
      await row.waitFor();
      await stage.window.expand(row);
      await stage.row(`${long}.js`).waitFor();
      await stage.window.screenshot("long-names");
    });
  });
}
