// Restoring while editors hold unsaved text, and while a person types.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";

const names = Array.from({ length: 5 }, (_, i) => `note-${i}.md`);
const early = Object.fromEntries(names.map((name) => [name, `${name}\n`]));

/** On a stage that makes no automatic checkpoints. */
export function unsavedScenes(stageOf) {
  describe("unsaved editors", () => {
    let stage;
    before(async () => {
      stage = stageOf();
      stage.write("desk.md", "desk\n");
      for (const name of names) stage.write(name, early[name]);
      await stage.create("early");
      for (const name of names) stage.write(name, `${name}, later\n`);
      await stage.create("later");
    });

    const dirtyTabs = () =>
      stage.window.page
        .locator(".tab.dirty")
        .evaluateAll((tabs) =>
          tabs.map((tab) => tab.getAttribute("data-resource-name")),
        );

    it("keep the keyboard where it is while a restore reverts them", async () => {
      for (const name of names) {
        await stage.window.openFile(name);
        await stage.window.typeInEditor("half a thought");
      }
      // Clean, and the same in both: the restore has nothing to do with it.
      await stage.window.openFile("desk.md");
      await stage.askToRestore("early");
      await stage.window.dialog.press("Restore");
      // The preview closes, and the keyboard is in the editor behind it from then on.
      const { page } = stage.window;
      await page.locator('.tab.active[data-resource-name="desk.md"]').waitFor();
      await page.locator(".monaco-editor.focused").waitFor();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("typed: ");
      const done = stage.window.notification("Restored to #");
      let typed = "";
      await until("the restore is done", async () => {
        const key = String.fromCharCode(97 + (typed.length % 26));
        await page.keyboard.type(key);
        typed += key;
        return done.locator.isVisible();
      });
      await until("every key is in the editor", async () => {
        return (await stage.window.editorText()) === `desk\ntyped: ${typed}`;
      });
      assert.deepEqual(await dirtyTabs(), ["desk.md"]);
      for (const name of names) assert.equal(stage.read(name), early[name]);
      // Its progress may still be shown.
      const isNews = (text) => !text.startsWith("Restore to #");
      const toasts = await stage.window.toasts();
      const [said, ...others] = toasts.filter(isNews);
      assert.match(
        said,
        /^Restored to #\d+ early: 5 files replaced, unsaved changes in 5 files discarded\. The previous state is kept in guard checkpoint #\d+\.$/,
      );
      assert.deepEqual(others, []);
      await stage.window.screenshot("restored-while-typing");
    });

    it("are restored as they were recorded, although a formatter runs on save", async () => {
      const raw = '{"a":1}\n';
      const typed = '{"a":1,"b":2}\n';
      const editorShows = (text) =>
        until("the editor shows it", async () => {
          return (await stage.window.editorText()) === text;
        });
      await stage.window.changeSettings({ "editor.formatOnSave": true });
      await stage.clearNotifications();
      await stage.window.runCommand("View: Revert and Close Editor");
      stage.write("data.json", raw);
      await stage.create("raw");
      await stage.window.openFile("data.json");
      // Offered once the formatter is there.
      await stage.window.runCommand("Format Document");
      await stage.window.replaceEditorText(typed);
      await stage.window.save();
      await until("the formatter has run", () =>
        stage.read("data.json").includes('\n    "b": 2\n}'),
      );
      const formatted = stage.read("data.json");
      await stage.create("formatted");
      // What the formatter wrote is what was recorded, as the person's own.
      assert.equal(stage.command("cat", "latest", "data.json"), formatted);
      const { versions } = stage.json("history", "data.json");
      assert.equal(versions[0].source, "editor");

      await stage.window.typeInEditor("// half a thought");
      await stage.askToRestore("raw");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("data.json", raw);
      await editorShows(raw);
      const done = stage.window.notification("is kept in guard");
      await done.waitFor();
      assert.deepEqual(await dirtyTabs(), []);
      assert.equal(stage.read("data.json"), raw);
      await done.button("Undo").click();
      await stage.untilFile("data.json", formatted);
      await editorShows(`${formatted}// half a thought`);
      assert.deepEqual(await dirtyTabs(), ["data.json"]);
      await stage.window.runCommand("View: Revert and Close Editor");
      await stage.window.changeSettings({ "editor.formatOnSave": undefined });
    });
  });
}
