// A history that was damaged, or a restore that was cut off, while no window was
// open: what the person is told, and what they can do.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "../host/paths.mjs";
import { until } from "../host/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

const shorter = "export const teas = { sencha: 60 };\n";

export function healthScenes() {
  let stage;
  const open = async () => {
    stage = await openStage({ files });
    await stage.create("first");
    stage.write("src/teas.js", shorter);
    stage.write("README.md", "# Other\n");
    await stage.create("second");
  };
  const status = () =>
    stage.window.statusBarItem("checkpoint-dev.checkpoint.checkpoint.status");
  const isWarning = async () =>
    /warning/.test(await status().getAttribute("class"));

  describe("a history that was damaged", () => {
    before(open);
    after(() => stage?.close());

    it("says so when it is opened, and what is safe; verified, it is sound", async () => {
      await stage.whileClosed(() => flip(journal(stage), '"name":"first"'));
      const told = stage.window.notification("is damaged");
      await told.waitFor();
      assert.equal(
        await told.text(),
        "The history of steep is damaged: records of journal/1.log cannot be read. " +
          "Checkpoints may be missing; your files are untouched, and recording goes on. " +
          "Verify the store to see what is affected and to repair it.",
      );
      assert.deepEqual(await told.buttons(), ["Verify Store", "Show Log"]);
      await until("the status bar warns", isWarning);
      await stage.showTimeline();
      await stage.window.screenshot("damaged");
      await status().hover();
      const hover = stage.window.page.locator(".workbench-hover", {
        hasText: "is damaged",
      });
      await hover.waitFor();
      assert.match(await hover.innerText(), /^The history of steep is damaged/);
      await stage.window.screenshot("damaged-hover", { hover: true });
      await status().locator("a").click();
      await stage.window.quickPick.waitFor();
      const [first] = await stage.window.quickPick.labels();
      assert.equal(first, "Verify Store");
      await stage.window.quickPick.cancel();
      await told.button("Verify Store").click();
      await stage.window
        .notification("What is left of the history of steep is sound")
        .waitFor();
      await until("nothing warns any more", async () => !(await isWarning()));
      await stage.clearNotifications();
    });

    it("says what is affected, and is repaired as far as possible", async () => {
      await stage.whileClosed(() => {
        const store = storeOf(stage);
        fs.rmSync(path.join(store, "format.json"));
        fs.rmSync(path.join(store, "packs"), { recursive: true });
      });
      const told = stage.window.notification("is damaged");
      await told.waitFor();
      await until("the status bar warns", isWarning);
      await told.button("Verify Store").click();
      const found = stage.window.notification("cannot be read:");
      await found.waitFor();
      assert.equal(
        await found.text(),
        "The history of steep is damaged. Stored versions of 4 files cannot be read: " +
          "README.md, notes/ideas.md, src/main.js, src/teas.js. " +
          "Everything else in it is sound. Repair saves what can be saved, and changes none of your files.",
      );
      await stage.window.screenshot("damage-found");
      await found.button("Repair").click();
      const repaired = stage.window.notification("Lost for good");
      await repaired.waitFor();
      assert.match(
        await repaired.text(),
        /^The history of steep is repaired as far as possible\. Lost for good: README\.md \(#0\), src\/teas\.js \(#0\)\. /,
      );
      await until("nothing warns any more", async () => !(await isWarning()));
      await stage.window.screenshot("damage-repaired");
      assert.equal(stage.read("src/teas.js"), shorter);
      await stage.clearNotifications();
    });
  });

  describe("a restore that was cut off", () => {
    before(open);
    after(() => stage?.close());

    it("before it had done anything is taken back when the folder is opened", async () => {
      await stage.whileClosed(() => cutOff(stage, 1));
      const told = stage.window.notification("was cut off");
      await told.waitFor();
      assert.equal(
        await told.text(),
        "steep: “restore to #1 first” was cut off, and has been taken back: your files are as they were before it.",
      );
      assert.equal(stage.read("README.md"), "# Other\n");
      assert.equal(stage.read("src/teas.js"), shorter);
      await stage.clearNotifications();
    });

    it("in the middle is finished when the folder is opened, and can be undone", async () => {
      await stage.whileClosed(() => {
        cutOff(stage, 2);
        assert.equal(stage.read("README.md"), files["README.md"]);
        assert.equal(stage.read("src/teas.js"), shorter);
      });
      const told = stage.window.notification("was cut off");
      await told.waitFor();
      assert.equal(
        await told.text(),
        "steep: “restore to #1 first” was cut off, and has been finished now.",
      );
      assert.equal(stage.read("src/teas.js"), files["src/teas.js"]);
      await stage.showTimeline();
      await stage.untilHere("first");
      await stage.window.screenshot("cut-off");
      assert.equal(await isWarning(), false);
      await told.button("Undo Restore").click();
      await stage.window.dialog.press("Undo Restore");
      await stage.untilFile("src/teas.js", shorter);
      await stage.untilFile("README.md", "# Other\n");
    });
  });
}

function storeOf({ server, folder }) {
  const stores = path.join(server.globalStorageDir, "stores");
  const isOurs = (dir) =>
    JSON.parse(fs.readFileSync(path.join(dir, "format.json"))).root === folder;
  return fs
    .readdirSync(stores)
    .map((name) => path.join(stores, name))
    .find(isOurs);
}

function journal(stage) {
  const dir = path.join(storeOf(stage), "journal");
  return path.join(dir, fs.readdirSync(dir).at(-1));
}

/** Spoils the record that holds these words, as a failing disk would. */
function flip(file, words) {
  const bytes = fs.readFileSync(file);
  const at = bytes.indexOf(words);
  assert.ok(at > 0, `${words} is in the journal`);
  bytes[at + 3] ^= 0xff;
  fs.writeFileSync(file, bytes);
}

/** Restores to “first”; the process dies at this file. */
function cutOff({ server, folder }, at) {
  const stub = path.join(projectDir, "test/host/stubs/cutOff.cjs");
  const command = path.join(projectDir, "dist/cli.js");
  const { signal } = spawnSync(
    process.execPath,
    [
      ...["--require", stub, command, "restore", "name:first", "--yes"],
      ...["--workspace", folder, "--store", server.globalStorageDir],
    ],
    {
      env: {
        ...process.env,
        HOME: server.homeDir,
        CHECKPOINT_CUT_OFF_AT: String(at),
      },
    },
  );
  assert.equal(signal, "SIGKILL");
}
