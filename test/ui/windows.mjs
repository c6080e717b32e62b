// Two windows on one folder; an extension host that is killed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../editor/until.mjs";
import { kill } from "../editor/processes.mjs";
import { files } from "./files.mjs";
import {
  manyCheckpointsScene,
  manyFiles,
  manyFilesScene,
} from "./longHistory.mjs";
import { openStage } from "./stage.mjs";

export function windowScenes() {
  describe("windows and their hosts:", () => {
    let stage;
    let copilot;
    before(async () => {
      stage = await openStage({
        files: { ...files, ...manyFiles },
        isClosed: true,
      });
      copilot = path.join(stage.server.homeDir, ".copilot");
      fs.mkdirSync(path.join(copilot, "session-state"), { recursive: true });
      await stage.open();
      await stage.showTimeline();
    });
    after(async () => {
      await stage?.close();
      fs.rmSync(copilot, { recursive: true, force: true });
    });

    offerScene(() => stage);
    manyFilesScene(() => stage);
    twoWindows(() => stage);
    killedHost(() => stage);
    manyCheckpointsScene(() => stage);
  });
}

const offered = (window) =>
  window.notification("Copilot's agent sessions run outside this window");

function offerScene(stageOf) {
  it("offer to connect an agent whose sessions run outside, after a look at what is written", async () => {
    const { window, server } = stageOf();
    await offered(window).waitFor();
    assert.deepEqual(await offered(window).buttons(), [
      "Connect...",
      "Not Now",
    ]);
    await window.screenshot("connect-offer");
    await offered(window).button("Connect...").click();
    await window.quickPick.pick("In all your folders");
    const { dialog } = window;
    await dialog.waitFor();
    assert.equal(
      await dialog.message(),
      "Add Checkpoint to GitHub Copilot's settings?",
    );
    const hooks = path.join(server.homeDir, ".copilot/hooks/checkpoint.json");
    assert.ok((await dialog.detail()).includes(hooks));
    assert.ok(!fs.existsSync(hooks));
    await window.screenshot("connect-offer-files");
    await dialog.press("Add");
    await window.notification("is connected").waitFor();
    assert.match(fs.readFileSync(hooks, "utf8"), /hook.*copilot/);
    // The next window does not offer it again, although it is not connected then.
    fs.rmSync(path.dirname(hooks), { recursive: true });
  });
}

function twoWindows(stageOf) {
  describe("two windows on one folder", () => {
    let stage;
    let second;
    before(async () => {
      stage = stageOf();
      second = await stage.desk.open(stage.folder);
      await stage.showTimeline(second);
    });
    after(() => second?.close());

    it("show each other's checkpoints", async () => {
      await stage.window.toFront();
      await stage.create("from the first");
      await stage.row("from the first", second).waitFor();
      await second.toFront();
      await second.runCommand("Checkpoint: Create with Description...");
      await second.inputBox.enter("from the second");
      await until("the description is asked for", async () => {
        return (await second.inputBox.title()).includes("2 of 2");
      });
      await second.inputBox.enter("");
      await stage.row("from the second").waitFor();
      assert.equal(await offered(second).locator.count(), 0);
    });

    it("record both windows' edits, and a restore in one shows in the other", async () => {
      await stage.window.toFront();
      await stage.window.openFile("README.md");
      await stage.window.typeInEditor("one\n");
      await stage.window.save();
      await second.toFront();
      await second.openFile("ideas.md");
      await second.typeInEditor("two\n");
      await second.save();
      for (const name of ["README.md", "ideas.md"])
        await stage.window
          .rows(stage.timeline)
          .filter({ hasText: name })
          .first()
          .waitFor();
      await stage.window.toFront();
      await stage.askToRestore("from the first");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("notes/ideas.md", files["notes/ideas.md"]);
      await until("the other window shows it", async () => {
        return (await second.editorText()) === files["notes/ideas.md"];
      });
    });

    it("leave each other's unsaved text alone in a restore and its undo", async () => {
      await stage.clearNotifications();
      await second.toFront();
      await second.openFile("main.js");
      await second.typeInEditor("// theirs");
      const theirs = await second.editorText();
      await until("it is recorded", () =>
        stage
          .json("list", "--limit", "1")
          .checkpoints.every(({ unsaved }) => unsaved > 0),
      );
      await stage.window.toFront();
      stage.write("README.md", "changed\n");
      await stage.askToRestore("from the first");
      assert.doesNotMatch(await stage.window.dialog.detail(), /nsaved/);
      await stage.window.dialog.press("Restore");
      await stage.untilFile("README.md", files["README.md"]);
      const done = stage.window.notification("is kept in guard");
      assert.doesNotMatch(await done.text(), /nsaved/);
      await done.button("Undo").click();
      await stage.untilFile("README.md", "changed\n");
      await stage.window.notification("Restore undone").waitFor();
      const dirty = (window) => window.page.locator(".tab.dirty").count();
      assert.equal(await dirty(stage.window), 0);
      assert.equal(await dirty(second), 1);
      assert.equal(await second.editorText(), theirs);
      await second.toFront();
      await second.runCommand("File: Revert File");
      // The scene after this one compares whole states; this text must not be in them.
      await until("it is recorded as gone", () =>
        stage
          .json("list", "--limit", "1")
          .checkpoints.every(({ unsaved }) => unsaved === 0),
      );
    });

    it("review restores at once, and neither applies what the other made outdated", async () => {
      const restoreNow = async (window) => {
        await window.toFront();
        await window.page
          .locator(".editor-actions .action-label")
          .filter({ hasText: "Restore Now" })
          .click();
      };
      await stage.window.toFront();
      await stage.clearNotifications();
      await stage.create("middle");
      stage.write("README.md", "changed again\n");
      stage.write("notes/ideas.md", "ideas\n");
      await stage.create("newest");
      await stage.row("newest", second).waitFor();
      for (const [window, label] of [
        [stage.window, "middle"],
        [second, "from the first"],
      ]) {
        await window.toFront();
        await stage.askToRestore(label, window);
        await window.dialog.press("Review Changes");
        await window.row(window.pane("Review"), "README.md").waitFor();
      }
      await restoreNow(stage.window);
      await stage.untilFile("README.md", "changed\n");
      await stage.window.notification("is kept in guard").waitFor();
      const before = stage.read("notes/ideas.md");
      await restoreNow(second);
      // What was reviewed is not what would be done now.
      await second.dialog.waitFor();
      assert.match(await second.dialog.detail(), /changed while you were/);
      assert.equal(stage.read("README.md"), "changed\n");
      assert.equal(stage.read("notes/ideas.md"), before);
      await second.screenshot("reviewed-twice");
      await second.dialog.press("Restore");
      await stage.untilFile("README.md", files["README.md"]);
      await second.notification("is kept in guard").waitFor();
      assert.equal(stage.json("verify").ok, true);
    });
  });
}

function killedHost(stageOf) {
  describe("an extension host that is killed in the middle of recording", () => {
    it("restarts with everything that was reported, and continues", async () => {
      const stage = stageOf();
      await stage.window.toFront();
      stage.write("README.md", files["README.md"]);
      await stage.create("before the crash");
      const known = stage
        .json("list", "--limit", "1000")
        .checkpoints.map(({ id }) => id);
      const host = await until("the hosts of other windows are gone", () => {
        const [only, ...others] = stage.server.hostPids();
        return others.length === 0 && only;
      });
      const sessions = async () =>
        (await stage.window.rowTexts(stage.timeline)).filter(
          ({ label }) => label === "Session start",
        ).length;
      const untilSessions = (count) =>
        until("a session begins", async () => (await sessions()) === count);
      const earlier = await sessions();
      const packs = path.join(stage.storeDir, "packs");
      const packed = () =>
        fs
          .readdirSync(packs)
          .reduce(
            (sum, name) => sum + fs.statSync(path.join(packs, name)).size,
            0,
          );
      const before = packed();
      for (let i = 0; i < 3000; i++)
        stage.write(`big/d${i % 30}/f${i}.txt`, `content ${i}\n`.repeat(50));
      await until("they are being recorded", () => packed() > before);
      kill(host, "SIGKILL");
      await until("another host runs", () =>
        stage.server.hostPids().some((pid) => pid !== host),
      );
      await untilSessions(earlier + 1);
      await stage.row("before the crash").waitFor();
      await stage.create("after the crash");
      await stage.untilHere("after the crash");
      const ids = stage
        .json("list", "--limit", "1000")
        .checkpoints.map(({ id }) => id);
      for (const id of known) assert.ok(ids.includes(id), id);
      assert.equal(stage.json("verify").ok, true);
      const names = ["name:before the crash", "name:after the crash"];
      assert.equal(stage.json("diff", ...names).added.length, 3000);
      await stage.askToRestore("before the crash");
      await stage.window.dialog.press("Restore");
      await until("the files are gone again", () => !stage.exists("big"));
      assert.equal(stage.read("README.md"), files["README.md"]);
      await stage.untilHere("before the crash");
      kill(stage.server.hostPids()[0], "SIGKILL");
      await untilSessions(earlier + 2);
      await stage.untilHere("before the crash");
      // A restore can still be undone there: a reload begins a host in the same way.
      await stage.window.page
        .locator('.statusbar-item a[aria-label^="Undo Restore"]')
        .click();
      await until("the files are back", () => stage.exists("big/d0/f0.txt"));
    });
  });
}
