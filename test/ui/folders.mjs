// Workspaces of several folders, and folders that are not recorded.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../editor/until.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

export function folderScenes() {
  describe("folders", () => {
    let stage;
    let window;
    let workspace;
    let other;
    before(async () => {
      stage = await openStage({ files, isClosed: true });
      other = path.join(stage.base, "cups");
      fs.mkdirSync(other);
      fs.writeFileSync(path.join(other, "cup.txt"), "blue\n");
      workspace = path.join(stage.base, "tea.code-workspace");
      const folders = [{ path: "steep" }, { path: "cups" }];
      fs.writeFileSync(workspace, JSON.stringify({ folders }));
    });
    after(async () => {
      await window?.close();
      await stage?.close();
    });

    const open = async (target) => {
      // Not as soon as a scene ends, because a failed one is captured first.
      await window?.close();
      window = await stage.desk.open(target);
      await window.activityBar("Checkpoint");
      return window;
    };
    const welcome = () =>
      window.pane("Timeline").locator(".welcome-view-content").innerText();
    const emptyText = async (title) => {
      const pane = await window.expandPane(title);
      return pane.locator(".welcome-view-content").innerText();
    };

    it("of one workspace share a row for a common checkpoint, and are restored together", async () => {
      await open(workspace);
      await stage.untilFolders(window);
      await window.runCommand("Checkpoint: Create");
      await until("a name is asked", async () => {
        return (await window.inputBox.title()) === "Create Checkpoint";
      });
      await window.inputBox.enter("both");
      await stage.row("both", window).waitFor();
      const rows = await window.rowTexts(window.pane("Timeline"));
      const made = rows.filter(({ label }) => label === "both");
      assert.equal(made.length, 1);
      assert.match(made[0].description, /2 folders/);
      fs.writeFileSync(path.join(other, "cup.txt"), "red\n");
      stage.write("README.md", "# Other\n");
      for (const name of ["cup.txt", "README.md"])
        await stage.row(`${name} changed outside the editor`, window).waitFor();
      await window.contextMenu(
        stage.row("both", window),
        "Restore Workspace to Here...",
      );
      assert.match(await window.dialog.detail(), /2 files will be replaced/);
      await window.screenshot("several-folders");
      await window.dialog.press("Restore");
      await stage.untilFile("README.md", files["README.md"]);
      await until("the other folder is restored", () => {
        return (
          fs.readFileSync(path.join(other, "cup.txt"), "utf8") === "blue\n"
        );
      });
      await window
        .notification(/guard checkpoint steep #\d+, cups #\d+/)
        .waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("of one workspace are named in the rows that tell what happened", async () => {
      await window.runCommand("Checkpoint: Show What Happened");
      const timeline = window.pane("Timeline");
      const told = async () =>
        (await window.rowTexts(timeline)).map(
          ({ label, description }) => `${label} ${description}`,
        );
      // A row for now and one for the restore in each folder; the common checkpoint has one row.
      await until("the folders are named", async () => {
        const texts = await told();
        const has = (pattern) => texts.some((text) => pattern.test(text));
        return (
          has(/^Now\b.*\bsteep\b/) &&
          has(/^Now\b.*\bcups\b/) &&
          has(/^Restored to .*\bsteep\b/) &&
          has(/^Restored to .*\bcups\b/) &&
          has(/^cup\.txt .*\bcups\b/) &&
          has(/^both .*\b2 folders\b/)
        );
      }).catch(async (error) => {
        throw new Error((await told()).join("\n"), { cause: error });
      });
      await window.screenshot("several-folders-deeds");
      const both = stage.row("both", window);
      assert.match(await both.getAttribute("aria-label"), /, 2 folders,/);
      const cup = await window
        .rows(timeline)
        .filter({ hasText: "cup.txt" })
        .first()
        .getAttribute("aria-label");
      assert.match(cup, /, cups,/);
      // Its parts are its folders, by keys as well.
      await both.click();
      await window.page.keyboard.press("ArrowRight");
      await stage.row("cups", window).waitFor();
      await stage.row("steep", window).waitFor();
      // The next windows have this setting as well, once it is saved.
      await window.runCommand("Checkpoint: Show Every Checkpoint");
      await stage.row("cup.txt changed outside the editor", window).waitFor();
    });

    it("that are a home folder say why they are not recorded, and what to do", async () => {
      await open(stage.server.homeDir);
      await until("the view says so", async () => {
        return (await welcome()).includes("does not record this folder");
      });
      assert.match(await welcome(), /Open Folder/);
      assert.match(await emptyText("Deleted Files"), /not recorded/);
      await window.screenshot("refused");
    });

    it("over the budget wait for confirmation, and are then recorded", async () => {
      const large = path.join(stage.base, "large");
      fs.mkdirSync(large);
      for (let i = 0; i < 20; i++)
        fs.writeFileSync(path.join(large, `f${i}`), String(i));
      stage.server.updateSettings({ "checkpoint.budget.files": 10 });
      await open(large);
      await until("the view says so", async () => {
        return (await welcome()).includes(
          "larger than Checkpoint records without asking",
        );
      });
      await window.screenshot("over-budget");
      await window
        .pane("Timeline")
        .locator(".welcome-view-content a", { hasText: "record it anyway" })
        .click();
      await stage.row("Session start", window).waitFor();
    });

    it("over the budget are recorded without the excluded folders", async () => {
      const large = path.join(stage.base, "larger");
      for (const folder of ["downloads", "src"])
        fs.mkdirSync(path.join(large, folder), { recursive: true });
      for (let i = 0; i < 20; i++)
        fs.writeFileSync(path.join(large, "downloads", `f${i}`), String(i));
      fs.writeFileSync(path.join(large, "src/main.js"), "tea\n");
      await open(large);
      await window
        .pane("Timeline")
        .locator(".welcome-view-content a", { hasText: "Exclude Folders" })
        .click();
      await window.quickPick.waitFor();
      assert.deepEqual(await window.quickPick.labels(), ["downloads", "src"]);
      await window.screenshot("exclude-folders");
      await window.quickPick.pick("downloads");
      await window.quickPick.input.press("Enter");
      await stage.row("Session start", window).waitFor();
      const settings = path.join(large, ".vscode/settings.json");
      const { "checkpoint.exclude": exclude } = JSON.parse(
        fs.readFileSync(settings, "utf8"),
      );
      assert.deepEqual(exclude.slice(-1), ["downloads/**"]);
      assert.ok(exclude.includes("**/node_modules/**"));
      // The settings and the source, and nothing downloaded.
      const rows = await window.rowTexts(window.pane("Timeline"));
      const { description } = rows.find((row) => row.label === "Session start");
      assert.match(description, /2 files/);
    });

    it("say so if recording is turned off", async () => {
      stage.server.updateSettings({
        "checkpoint.enabled": false,
        "checkpoint.budget.files": undefined,
      });
      await open(stage.folder);
      await until("the view says so", async () => {
        return (await welcome()).includes("turned off");
      });
      // It was chosen, so there is no warning; and the menu has the command that
      // turns it on again.
      const status = window.statusBarItem(
        "checkpoint-dev.checkpoint.checkpoint.status",
      );
      assert.match(await status.innerHTML(), /codicon-circle-slash/);
      await window.screenshot("turned-off");
      assert.doesNotMatch(await status.getAttribute("class"), /warning/);
      await status.locator("a").click();
      await window.quickPick.waitFor();
      assert.deepEqual(await window.quickPick.labels(), [
        "Turn On in Settings...",
        "Open Walkthrough",
        "Show Log",
      ]);
      await window.quickPick.cancel();
      stage.server.updateSettings({ "checkpoint.enabled": undefined });
    });

    it("that are not trusted are recorded, and their settings are ignored", async () => {
      const folder = path.join(stage.base, "foreign");
      const elsewhere = path.join(stage.base, "elsewhere");
      fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
      fs.writeFileSync(path.join(folder, "tea.txt"), "green\n");
      fs.writeFileSync(
        path.join(folder, ".vscode/settings.json"),
        JSON.stringify({
          "checkpoint.storagePath": elsewhere,
          "checkpoint.exclude": ["**"],
          "checkpoint.include": [],
        }),
      );
      const trust = (on) =>
        stage.server.updateSettings({
          "security.workspace.trust.enabled": on,
          "security.workspace.trust.startupPrompt": on ? "never" : undefined,
        });
      trust(true);
      try {
        await open(folder);
        await window.statusBarItem("status.workspaceTrust").waitFor();
        await stage.row("Session start", window).waitFor();
        fs.writeFileSync(path.join(folder, "tea.txt"), "black\n");
        await stage.row("tea.txt changed outside the editor", window).waitFor();
        assert.equal(fs.existsSync(elsewhere), false);
      } finally {
        trust(false);
      }
    });

    it("that are missing say what to do", async () => {
      await open(null);
      await until("the view says so", async () => {
        return (await welcome()).includes("Open a folder");
      });
      await window.screenshot("no-folder");
    });

    it("that are missing show the walkthrough", async () => {
      await window
        .pane("Timeline")
        .locator(".welcome-view-content a", { hasText: "how it works" })
        .click();
      const steps = window.page.locator(
        ".gettingStartedContainer .step-title:visible",
      );
      await until("the walkthrough is shown", async () => {
        return (await steps.count()) === 5;
      });
      assert.equal(await steps.first().innerText(), "Create a checkpoint");
      await window.screenshot("walkthrough");
      await steps.nth(2).click();
      await window.screenshot("walkthrough-restore");
    });
  });
}
