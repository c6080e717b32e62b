// Whether a state worked: marks in the timeline, and the way back to the last good one.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";

const GOOD = "export const teas = { sencha: 75 };\n";
const BAD = "export const teas = {};\n";
const STATUS = "checkpoint-dev.checkpoint.checkpoint.status";

const TASKS = {
  version: "2.0.0",
  tasks: [
    {
      ...{ label: "unit tests", type: "shell", command: "sh check.sh" },
      group: { kind: "test", isDefault: true },
      presentation: { reveal: "silent" },
      problemMatcher: [],
    },
  ],
};

/** They are there when the window opens: VS Code reads new tasks some time later. */
export const checkFiles = {
  "check.sh": "grep -q sencha src/teas.js\n",
  "package.json": '{ "scripts": { "test": "sh check.sh" } }\n',
  ".vscode/tasks.json": JSON.stringify(TASKS, null, 2),
};

/** Scenes in the window of another, which has `checkFiles`; `stageOf` returns its stage. */
export function knownGoodScenes(stageOf) {
  let stage;
  before(() => (stage = stageOf()));

  const top = async () => {
    const rows = await stage.window.rowTexts(stage.timeline);
    return rows.find(({ description }) => /passed|failed/.test(description));
  };
  const status = () => stage.window.statusBarItem(STATUS);

  it("marks the state that a test task passed on", async () => {
    stage.write("src/teas.js", GOOD);
    await stage.window.runCommand("Tasks: Run Test Task");
    await until("the mark is there", async () =>
      /✓ passed/.test((await top())?.description ?? ""),
    );
  });

  it("marks the state that it fails on, and says so in the status bar, quietly", async () => {
    stage.write("src/teas.js", BAD);
    await stage.window.runCommand("Tasks: Run Test Task");
    await until("the mark is there", async () =>
      /✗ failed/.test((await top())?.description ?? ""),
    );
    const row = stage.window
      .rows(stage.timeline)
      .filter({ hasText: "✗ failed" })
      .first();
    const spoken = await row.getAttribute("aria-label");
    assert.match(spoken, /failed: unit tests/);
    await until("the status bar says since when", async () =>
      /unit tests has been failing since .*Last good: #\d+, .*, 1 file changed since/.test(
        await status().locator("a").getAttribute("aria-label"),
      ),
    );
    await stage.window.screenshot("known-good");
  });

  it("compares with the last good state", async () => {
    await stage.window.runCommand("Checkpoint: Compare with Last Good");
    await stage.window.multiDiffEditor.diff("teas.js").expect(GOOD, BAD);
    await stage.window.screenshot("known-good-compare");
  });

  it("restores to it, after asking", async () => {
    await stage.window.runCommand("Checkpoint: Restore to Last Good...");
    await stage.window.dialog.press("Restore");
    await stage.untilFile("src/teas.js", GOOD);
  });

  it("marks the state that a command in the terminal fails on", async () => {
    stage.write("src/teas.js", BAD);
    await stage.window.openTerminal();
    await stage.window.typeInTerminal("npm test");
    await until("npm test failed", async () =>
      /npm test has been failing/.test(
        await status().locator("a").getAttribute("aria-label"),
      ),
    );
    stage.write("src/teas.js", GOOD);
    await stage.window.typeInTerminal("npm test");
    await until("npm test passed", async () => {
      const { checks } = stage.json("status");
      return checks.find(({ label }) => label === "npm test")?.last.passed;
    });
    await stage.window.screenshot("known-good-terminal");
  });

  it("marks a row of what happened by hand", async () => {
    const row = stage.row("less sencha");
    await stage.rowMenu(row, "Mark as Good");
    await until("the row says so", async () =>
      /passed/.test(await row.getAttribute("aria-label")),
    );
    await stage.rowMenu(row, "Mark as Bad");
    await until("the row says that instead", async () =>
      /failed/.test(await row.getAttribute("aria-label")),
    );
  });
}
