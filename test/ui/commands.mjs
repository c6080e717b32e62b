// Commands that have no scene of their own elsewhere.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { screenshotDir } from "../editor/paths.mjs";
import { descendants } from "../editor/processes.mjs";
import { until } from "../editor/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

const teas = files["src/teas.js"];
const shorter = "export const teas = { sencha: 60 };\n";

export function commandScenes() {
  describe("commands", () => {
    let stage;
    let between;
    before(async () => {
      stage = await openStage({
        files: { ...files, "art/dot.png": png(1) },
      });
      await stage.create("first");
      between = new Date().toISOString();
      stage.write("src/teas.js", shorter);
      stage.write("art/dot.png", png(2));
      await stage.create("second");
    });
    after(() => stage?.close());

    it("compare the active file with a checkpoint", async () => {
      await stage.window.openFile("teas.js");
      await stage.window.runCommand(
        "Checkpoint: Compare Active File with Checkpoint...",
      );
      await stage.window.quickPick.labels();
      await stage.window.screenshot("pick-checkpoint");
      await stage.window.quickPick.pick("first");
      await stage.window.diffEditor().expect(teas, shorter);
      assert.ok((await stage.window.tabs()).includes("teas.js (#1 ↔ now)"));
      await stage.closeEditors();
    });

    it("compare two selected checkpoints, the older on the left", async () => {
      await stage.row("second").click();
      await stage.row("Session start").click({ modifiers: ["ControlOrMeta"] });
      await stage.rowMenu(stage.row("second"), "Compare Selected");
      await until("both files are shown", async () => {
        const shown = await stage.window.multiDiffEditor.files();
        return shown.map(({ name }) => name).join() === "dot.png,teas.js";
      });
      await stage.window.multiDiffEditor.diff("teas.js").expect(teas, shorter);
      await stage.closeEditors();
    });

    it("show two versions of an image side by side", async () => {
      await stage.window.expand(stage.row("second"));
      const drawn = async () => {
        const widths = await Promise.all(
          stage.window.page
            .frames()
            .map((frame) =>
              frame
                .evaluate(() => document.querySelector("img")?.naturalWidth)
                .catch(() => undefined),
            ),
        );
        return widths.filter(Boolean).sort().join() === "1,2";
      };
      // On a busy machine, the editor sometimes opens a preview without any content.
      await until("both images are drawn", async () => {
        await stage.row("dot.png").click();
        try {
          return await until("both are drawn", drawn, 15_000);
        } catch (error) {
          await stage.closeEditors();
          throw error;
        }
      });
      await stage.window.screenshot("image");
      await stage.closeEditors();
    });

    it("restore to a typed moment without a checkpoint", async () => {
      await stage.window.runCommand("Checkpoint: Restore to a Moment...");
      await stage.window.quickPick.waitFor();
      await stage.window.screenshot("pick-moment");
      await stage.window.quickPick.filter(between);
      await stage.window.quickPick.pick(`Restore to “${between}”`);
      await stage.window.dialog.press("Restore");
      await stage.untilFile("src/teas.js", teas);
      await stage.clearNotifications();
    });

    it("restore without asking if so configured, with a guard and Undo", async () => {
      await stage.window.changeSettings({ "checkpoint.confirmRestore": false });
      await stage.window.activityBar("Checkpoint");
      await stage.rowMenu(stage.row("second"), "Restore Workspace to Here...");
      await stage.untilFile("src/teas.js", shorter);
      assert.equal(await stage.window.dialog.locator.count(), 0);
      const done = stage.window.notification("is kept in guard");
      await done.button("Undo").click();
      await stage.untilFile("src/teas.js", teas);
      await stage.window.changeSettings({ "checkpoint.confirmRestore": true });
      await stage.clearNotifications();
    });

    it("browse the files of a checkpoint in the explorer, read-only", async () => {
      await stage.closeEditors();
      await stage.rowMenu(stage.row("second"), "Browse Files");
      const { page } = stage.window;
      // Its title changes with the checkpoint; its label for assistive technology does not.
      const header = page.locator(".pane-header", { hasText: "Files in #2" });
      const pane = page.locator(".pane").filter({ has: header });
      const row = (name) =>
        stage.window.rows(pane).filter({ hasText: name }).first();
      await stage.window.expand(row("src"));
      await row("teas.js").click();
      await stage.window.tab("teas.js (#2)").waitFor();
      await until("the file of then is shown", async () =>
        (await stage.window.editorText()).includes("sencha: 60"),
      );
      await stage.window.screenshot("browse");
      await stage.window.runCommand("Checkpoint: Close Checkpoint Files");
      await pane.waitFor({ state: "detached" });
      await stage.closeEditors();
      await stage.window.activityBar("Checkpoint");
    });

    it("find what broke it, and open what the culprit changed", async () => {
      stage.write("src/teas.js", shorter);
      await stage.create("third");
      await stage.rowMenu(stage.row("first"), "Find What Broke It (Bisect)...");
      await stage.window.quickPick.pick("Now");
      await stage.window.quickPick.input.fill(
        "! grep -q 'sencha: 60' src/teas.js",
      );
      await stage.window.page.keyboard.press("Enter");
      const found = stage.window.notification(
        "is the first one that is broken",
      );
      await found.waitFor();
      await until("its change is shown", async () => {
        const shown = await stage.window.multiDiffEditor.files();
        return shown.some(({ name }) => name === "teas.js");
      });
      await stage.window.screenshot("bisect");
      await stage.clearNotifications();
      await stage.closeEditors();
      await stage.window.runCommand("View: Toggle Panel Visibility");
    });

    it("stop looking for what broke it when that is cancelled by keys", async () => {
      const ours = "sleep 654.321";
      const running = () =>
        descendants(stage.server.pid).filter(({ args }) => args.includes(ours));
      await stage.rowMenu(stage.row("first"), "Find What Broke It (Bisect)...");
      await stage.window.quickPick.pick("Now");
      await until("the command is asked for", async () =>
        (await stage.window.inputBox.message()).startsWith("A command that"),
      );
      await stage.window.inputBox.enter(ours);
      await until("it runs", () => running().length > 0);
      const toast = stage.window.notification("Find What Broke It");
      await toast.locator
        .filter({ hasText: /Testing/ })
        .first()
        .waitFor();
      await stage.window.screenshot("bisect-cancel");
      await stage.window.runCommand("Notifications: Focus Notification Toast");
      const cancel = toast.button("Cancel");
      await until("Cancel has the focus", async () => {
        if (
          await cancel.evaluate((button) => button === document.activeElement)
        )
          return true;
        await stage.window.page.keyboard.press("Tab");
        return false;
      });
      await stage.window.page.keyboard.press("Enter");
      await toast.locator.waitFor({ state: "detached" });
      await until("it runs no longer", () => running().length === 0);
      assert.deepEqual(await stage.window.tabs(), []);
      assert.equal(stage.read("src/teas.js"), shorter);
      await stage.window.runCommand("View: Toggle Panel Visibility");
    });

    it("open a checkpoint in a new window, as a copy that is not recorded", async () => {
      const opening = stage.window.page.context().waitForEvent("page");
      await stage.focusRow("first");
      await stage.window.page.keyboard.press("Shift+F10");
      await stage.window.chooseByKeys("Open in New Window");
      const page = await opening;
      const folder = new URL(page.url()).searchParams.get("folder");
      assert.ok(folder.startsWith(path.join(stage.server.globalStorageDir)));
      assert.equal(
        fs.readFileSync(path.join(folder, "src/teas.js"), "utf8"),
        teas,
      );
      assert.equal(stage.read("src/teas.js"), shorter);
      const status = page.locator(
        '.statusbar-item[id="checkpoint-dev.checkpoint.checkpoint.status"]',
      );
      await status.locator(".codicon-circle-slash").waitFor();
      assert.match(
        await status.locator("a").getAttribute("aria-label"),
        /^Checkpoint\. /,
      );
      await page.screenshot({
        path: path.join(screenshotDir, "new-window.png"),
      });
      await page.close();
      await stage.window.toFront();
      await stage.clearNotifications();
    });

    it("verify the store and report that it is intact", async () => {
      await stage.window.runCommand("Checkpoint: Verify Store");
      const said = stage.window.notification("The history of steep is intact");
      await said.waitFor();
      await stage.clearNotifications();
    });

    it("show what takes space, and clean up nothing that is still needed", async () => {
      await stage.window.runCommand("Checkpoint: Show Storage...");
      const page = stage.window.webview();
      await page.getByRole("heading", { name: "Storage of steep" }).waitFor();
      await page.getByRole("rowheader", { name: "src" }).first().waitFor();
      await stage.window.screenshot("storage");
      const cleanUp = page.getByRole("button", { name: "Clean Up..." });
      await cleanUp.focus();
      await cleanUp.press("Enter");
      await stage.window.notification("There is nothing to clean up").waitFor();
      assert.equal(stage.json("verify").ok, true);
    });
  });
}

/** An image of this width and a height of one pixel. */
function png(width) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([8, 2], 8); // Eight bits each of red, green, blue.
  const row = Buffer.alloc(1 + 3 * width, 200);
  row[0] = 0;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", zlib.deflateSync(row)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
