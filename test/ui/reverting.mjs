// Reverting one change and keeping the rest: checkpoints, agents, conversations.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

const teas = files["src/teas.js"];

export function revertScenes() {
  describe("reverting changes", () => {
    let stage;
    before(async () => {
      // While no window is open, which would not attribute the writes to the agent.
      stage = await openStage({ files, past });
    });
    after(async () => {
      stage?.server.updateSettings({
        "checkpoint.auto.enabled": undefined,
        "checkpoint.timeline.groupBy": undefined,
      });
      await stage?.close();
    });

    it("keeps later changes", async () => {
      stage.write("src/teas.js", teas.replace("sencha: 90", "sencha: 60"));
      await stage.create("shorter sencha");
      stage.write("README.md", "# Later\n");
      await stage.create("later");
      await stage.rowMenu(stage.row("shorter sencha"), "Revert Changes...");
      await stage.window.dialog.press("Revert");
      await stage.untilFile("src/teas.js", teas);
      assert.equal(stage.read("README.md"), "# Later\n");
      await stage.clearNotifications();
    });

    it("lets a conflict be resolved in the merge editor before anything is written", async () => {
      stage.write("src/teas.js", teas.replace("oolong: 180", "oolong: 200"));
      await stage.create("longer oolong");
      const now = teas.replace("oolong: 180", "oolong: 220");
      stage.write("src/teas.js", now);
      await stage.create("even longer");
      await stage.rowMenu(stage.row("longer oolong"), "Revert Changes...");
      await stage.window.quickPick.labels();
      await stage.window.screenshot("conflicts");
      await stage.window.quickPick.pick("src/teas.js");
      await stage.window.quickPick.pick("Open in Merge Editor");
      const result = stage.window.page.locator(
        ".merge-editor .code-view.result .monaco-editor",
      );
      await stage.window.notification("Resolve the conflicts").waitFor();
      await result.locator(".view-lines").click();
      await stage.window.screenshot("merge");
      const { keyboard } = stage.window.page;
      await keyboard.press("ControlOrMeta+s");
      await stage.window
        .notification("still has unresolved conflicts")
        .waitFor();
      // Moved to another group, it is still the same conflict.
      await stage.window.runCommand("View: Move Editor into Next Group");
      await result.locator(".view-lines").click();
      await keyboard.press("ControlOrMeta+a");
      await keyboard.insertText(teas);
      await keyboard.press("ControlOrMeta+s");
      await stage.window.dialog.waitFor();
      assert.equal(stage.read("src/teas.js"), now);
      // A user who leaves here finds the decision again, and is not asked twice.
      await stage.window.page.keyboard.press("Escape");
      const left = stage.window.notification("Your decision about 1 file");
      await left.waitFor();
      await stage.window.screenshot("decisions-kept");
      assert.equal(stage.read("src/teas.js"), now);
      await left.button("Continue").click();
      await stage.window.dialog.press("Revert");
      await stage.untilFile("src/teas.js", teas);
      await stage.clearNotifications();
    });

    it("writes nothing when the merge editor is closed without saving", async () => {
      stage.write("src/pots.js", "export const pots = 1;\n");
      await stage.create("one pot");
      const now = "export const pots = 2;\n";
      stage.write("src/pots.js", now);
      await stage.create("two pots");
      // There is no older content to merge with, so there are no lines to decide
      // on.
      await stage.rowMenu(stage.row("one pot"), "Revert Changes...");
      const { quickPick, page } = stage.window;
      await quickPick.pick("src/pots.js");
      await quickPick.pick("Open in Merge Editor");
      await page.locator(".merge-editor .code-view.result").waitFor();
      await stage.window.runCommand("View: Close Editor");
      // It still has to be resolved.
      await until("it is asked for again", async () => {
        return (await quickPick.title()) === "Revert “one pot”: 1 conflict";
      });
      await quickPick.cancel();
      assert.equal(await stage.window.dialog.locator.isVisible(), false);
      assert.equal(stage.read("src/pots.js"), now);
      await stage.clearNotifications();
    });

    it("goes back to a message of a conversation, and forward again", async () => {
      await stage.closeEditors();
      const before = stage.read("README.md");
      say(stage, "chat-1", "user", "Extend the readme");
      stage.write("README.md", before + "More.\n");
      say(stage, "chat-1", "agent", "Done");
      stage.write("README.md", before + "More.\nStill more.\n");
      say(stage, "chat-1", "user", "And longer");
      await stage.window.changeSettings({
        "checkpoint.timeline.groupBy": "thread",
      });
      await stage.window.activityBar("Checkpoint");
      // Grouped by day, there is a checkpoint of the same name.
      await stage.row("Not part of a conversation").waitFor();
      const thread = stage.row("Extend the readme").first();
      await stage.window.expand(thread);
      await until("messages are listed", async () => {
        return (await stage.row("And longer").count()) === 1;
      });
      await stage.window.screenshot("threads");
      const message = stage.window
        .rows(stage.timeline)
        .filter({ hasText: "Extend the readme" })
        .and(stage.window.page.locator('[aria-level="2"]'));
      await stage.rowMenu(message, "Rewind Conversation and Files to Here...");
      assert.match(await stage.window.dialog.detail(), /1 file will be/);
      await stage.window.screenshot("edit-from-here");
      await stage.window.dialog.press("Go Back to This Message");
      await stage.untilFile("README.md", before);
      // Nothing has changed since, so it is not asked for again.
      await stage.window.notification("Back at").button("Undo").click();
      await stage.untilFile("README.md", before + "More.\nStill more.\n");
      await stage.clearNotifications();
    });

    it("reverts what one conversation changed, and leaves other work alone", async () => {
      assert.equal(stage.read("src/main.js"), "// quiet\n");
      await stage.rowMenu(
        stage.row("Log less"),
        "Revert Only This Conversation's Changes...",
      );
      assert.match(
        await stage.window.dialog.message(),
        /the changes of conversation “Log less”/,
      );
      await stage.window.dialog.press("Revert");
      await stage.untilFile("src/main.js", files["src/main.js"]);
      assert.notEqual(stage.read("README.md"), files["README.md"]);
    });
  });
}

function past(stage) {
  // On a busy machine, an automatic checkpoint could come before ours and contain
  // the change.
  stage.server.updateSettings({ "checkpoint.auto.enabled": false });
  say(stage, "chat-2", "user", "Log less");
  stage.write("src/main.js", "// quiet\n");
  say(stage, "chat-2", "agent", "Done");
}

function say(stage, thread, role, text) {
  stage.command(
    ...["thread", "record", thread],
    ...["--role", role, "--text", text, "--source", "codex"],
  );
}
