// What `@checkpoint` answers in the chat, and what agents do with our tools.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";
import { openChatStage } from "./chatStage.mjs";
import { files } from "./files.mjs";

const teas = files["src/teas.js"];
const shorter = "export const teas = { sencha: 60 };\n";
const patch = `diff --git a/src/new.js b/src/new.js
new file mode 100644
--- /dev/null
+++ b/src/new.js
@@ -0,0 +1 @@
+export {};
diff --git a/src/teas.js b/src/teas.js
--- a/src/teas.js
+++ b/src/teas.js
@@ -1,5 +1 @@
-export const teas = {
-  sencha: 90,
-  assam: 240,
-  oolong: 180,
-};
+export const teas = { sencha: 60 };`;

export function chatScenes() {
  describe("the chat", () => {
    let stage;
    let chat;
    before(async () => {
      ({ stage, chat } = await openChatStage());
    });
    after(() => stage?.close());

    /** The lines of an answer, with times of day normalized. */
    const lines = async (answer) => {
      const text = await answer.text();
      return text.replaceAll(/\w+ \d+, \d+:\d\d [AP]M/g, "TIME").split("\n");
    };
    const untilOffered = (...labels) =>
      until(`${labels.join(", ")} are offered, and nothing else`, async () => {
        return (await chat.followups()).join() === labels.join();
      });
    const isChanged = async () => {
      await stage.untilFile("src/teas.js", shorter);
      await stage.untilFile("src/new.js", "export {};\n");
    };
    const isRestored = async () => {
      await stage.untilFile("src/teas.js", teas);
      await until("new.js is gone", () => !stage.exists("src/new.js"));
    };

    it("explains what can be typed, and suggests what to ask next", async () => {
      const help = await lines(await chat.ask("@checkpoint "));
      assert.deepEqual(help.slice(0, 3), [
        "I record this workspace and can rewind it:",
        "/create before the parser",
        "creates a checkpoint of the current state",
      ]);
      await stage.window.screenshot("chat-help");
      await untilOffered("List checkpoints", "What changed last?");
      const answer = await chat.askNext("List checkpoints");
      assert.deepEqual(await lines(answer), [
        "#0 Session start",
        "TIME · 4 files",
      ]);
      await untilOffered("What changed last?");
    });

    it("creates a checkpoint, which appears in the timeline immediately", async () => {
      const answer = await chat.ask(
        "@checkpoint /create before the refactoring",
      );
      assert.deepEqual(await lines(answer), [
        "Created #1 before the refactoring",
      ]);
      await stage.row("before the refactoring").waitFor();
    });

    it("lists checkpoints; a number opens what it changed", async () => {
      stage.write("src/teas.js", shorter);
      stage.write("src/new.js", "export {};\n");
      await stage.row("2 files changed outside the editor").waitFor();
      const answer = await chat.ask("@checkpoint /list");
      assert.deepEqual(await lines(answer), [
        ...["#2 2 files changed outside the editor", "TIME"],
        ...["#1 before the refactoring", "TIME"],
        ...["#0 Session start", "TIME · 4 files"],
      ]);
      await stage.window.screenshot("chat-list");
      await answer.link("#2").click();
      await stage.window.multiDiffEditor.diff("teas.js").expect(teas, shorter);
      await stage.closeEditors();
      await stage.window.activityBar("Explorer");
      await answer.button("Show the Timeline").click();
      await stage.row("before the refactoring").waitFor();
    });

    it("compares with a checkpoint by name, and opens the diff", async () => {
      const answer = await chat.ask("@checkpoint /diff before the refactoring");
      assert.deepEqual(await lines(answer), [
        "2 files changed since #1 before the refactoring",
      ]);
      assert.equal(await answer.codeText(), patch);
      await stage.window.screenshot("chat-diff");
      await answer.button("Open Changes").click();
      await stage.window.multiDiffEditor.diff("teas.js").expect(teas, shorter);
      assert.deepEqual(await stage.window.tabs(), ["#1 ↔ Workspace (2 files)"]);
      await stage.closeEditors();
      const none = await chat.ask("@checkpoint /diff 0 1");
      assert.deepEqual(await lines(none), [
        "Nothing changed between #0 Session start and #1 before the refactoring.",
      ]);
    });

    it("says who wrote the lines of a file", async () => {
      const answer = await chat.ask("@checkpoint /blame notes/ideas.md:1");
      assert.deepEqual((await lines(answer)).slice(0, 2), [
        ...["notes/ideas.md: 1 line", "1 Older"],
      ]);
      await answer.button("Open File").waitFor();
    });

    it("asks for a checkpoint to restore, and lists them", async () => {
      const [asks, first] = await lines(await chat.ask("@checkpoint /restore"));
      assert.match(asks, /^Name a checkpoint.* is written\.$/);
      assert.equal(first, "#2 2 files changed outside the editor");
    });

    it("repeats the user's own words if it does not find something", async () => {
      const answer = await chat.ask("@checkpoint /restore *x* [y](http://z)");
      assert.deepEqual(await lines(answer), [
        "There is no checkpoint called “*x* [y](http://z)”. Type /list to see what there is.",
      ]);
      const undo = await chat.ask("@checkpoint /undo");
      assert.deepEqual(await lines(undo), ["There is no restore to undo."]);
    });

    it("restores after showing what changes; its button undoes exactly that", async () => {
      const answer = await chat.send(
        "@checkpoint /restore before the refactoring",
      );
      assert.equal(
        await stage.window.dialog.message(),
        "Restore the workspace to #1 before the refactoring?",
      );
      assert.match(
        await stage.window.dialog.detail(),
        /^These newer changes will be replaced:[^]*\n1 file will be replaced, 1 file will be deleted\./,
      );
      await stage.window.dialog.press("Restore");
      await isRestored();
      await answer.whole();
      assert.deepEqual(await lines(answer), [
        "Restored to #1 before the refactoring",
        "1 file replaced, 1 file deleted. The previous state is kept in guard checkpoint #3.",
      ]);
      // The answer already says it: no notification repeats it or shows progress.
      assert.deepEqual(await stage.window.toasts(), []);
      await stage.row("Before restore to #1 before the refactoring").waitFor();
      await stage.window.screenshot("chat-restore");
      // It asks nothing, because the files are as the restore left them.
      await answer.button("Undo").click();
      await isChanged();
      await stage.clearNotifications();
    });

    it("undoes the last restore with /undo, after asking", async () => {
      const restore = await chat.send("@checkpoint /restore 1");
      await stage.window.dialog.press("Restore");
      await restore.whole();
      await isRestored();
      const again = await chat.ask("@checkpoint /restore 1");
      assert.deepEqual(await lines(again), [
        "The workspace already matches #1 before the refactoring.",
      ]);
      const kept = await chat.send("@checkpoint /undo");
      await stage.window.dialog.press("Cancel");
      await kept.whole();
      assert.deepEqual(await lines(kept), ["Nothing was changed."]);
      await isRestored();
      const undo = await chat.send("@checkpoint /undo");
      await stage.window.dialog.press("Undo Restore");
      await undo.whole();
      assert.deepEqual(await lines(undo), [
        "The restore was undone.",
        "1 file replaced, 1 file recreated. The previous state is kept in guard checkpoint #6.",
      ]);
      await isChanged();
      assert.deepEqual(await stage.window.toasts(), []);
      await undo.button("Redo").click();
      await isRestored();
      await stage.clearNotifications();
    });
  });
}
