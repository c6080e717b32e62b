// The time machine: a strip of time with a playhead, the files that differ there, and a
// comparison that follows it. By mouse and by keyboard, in the real window.
import assert from "node:assert/strict";
import { untilStored } from "../editor/storedState.mjs";
import { until } from "../editor/until.mjs";
import { openStage } from "./stage.mjs";
import { timeMachineFileScenes } from "./timeMachineFiles.mjs";
import { recordDay, TimeMachine } from "./timeMachinePanel.mjs";
import { timeMachineWays } from "./timeMachineWays.mjs";

export function timeMachineScenes() {
  describe("the time machine", () => {
    let stage;
    let machine;
    before(async () => {
      stage = await openStage({
        settings: {
          "checkpoint.timeline.show": "deeds",
          "checkpoint.auto.enabled": false,
        },
        past: recordDay,
      });
      machine = new TimeMachine(stage.window);
      await machine.open();
    });
    after(() => stage?.close());

    const pressed = (name) => machine.button(name).getAttribute("aria-pressed");

    it("opens at the current state, with a lane for each author", async () => {
      await machine.untilAt(/^Now$/);
      const names = await machine.frame.locator(".name.lane").allInnerTexts();
      assert.deepEqual(names, [
        ...["You", "Claude Code", "Codex"],
        ...["Git", "Outside the editor", "A restore"],
      ]);
      const flags = await machine.frame.locator("text.flag").allTextContents();
      assert.ok(flags.includes("Before the router"), flags.join());
      assert.equal(await pressed("All"), "true");
      assert.equal(
        await machine
          .button("Restore Workspace to Here...")
          .getAttribute("aria-disabled"),
        "true",
      );
      await stage.window.screenshot("time-machine-now");
    });

    it("goes by moment, checkpoint, turn and day with the keys of a slider", async () => {
      await machine.press("Home", /#0\b/);
      await machine.press("PageUp", /#1 · Before the router/);
      await machine.press("ArrowRight", /#2\b.*Refactor the router to async/);
      await machine.press("PageUp", /#4\b/);
      await machine.press("ArrowRight", /PM, You$|AM, You$/);
      await machine.press("PageUp", /#5\b/);
      await machine.press("Shift+ArrowRight", /#6 .*Use integers for money/);
      await machine.press("PageDown", /#5\b/);
      await machine.press("End", /^Now$/);
      const max = await machine.playhead.getAttribute("aria-valuemax");
      assert.ok(Number(max) > 9 * 3600, max);
    });

    it("zooms by keys, buttons and the wheel, down to a minute and back", async () => {
      await machine.press("Home", /#0\b/);
      for (let i = 0; i < 12; i++) await machine.page.keyboard.press("+");
      await until("the axis has seconds", async () =>
        (await machine.frame.locator("text.tick").allTextContents()).some(
          (text) => /:\d\d:\d\d/.test(text),
        ),
      );
      assert.equal(await pressed("All"), "false");
      await machine.page.keyboard.press("0");
      await until(
        "all of it is shown",
        async () => (await pressed("All")) === "true",
      );
      await machine.plot.hover();
      await machine.page.mouse.wheel(0, -600);
      await until(
        "a part is shown",
        async () => (await pressed("All")) === "false",
      );
      await machine.button("Zoom out").click();
      for (const name of ["1 h", "Today", "Week", "All"]) {
        await machine.button(name).click();
        await until(
          `${name} is shown`,
          async () => (await pressed(name)) === "true",
        );
      }
    });

    it("goes where it is dragged, and lists what differs from now", async () => {
      await machine.drag(0.99, 0.1);
      await until(
        "it is in the past",
        async () => (await machine.spoken()) !== "Now",
      );
      await until("files are listed", async () =>
        /^\d+ files differ from now$/.test(await machine.heading()),
      );
      const text = await machine.file("IDEAS.md").innerText();
      assert.match(text, /deleted since/);
      assert.match(await machine.file("cup.png").innerText(), /image/);
      await until("lines are counted", async () =>
        /\+\d/.test(await machine.file("README.md").innerText()),
      );
      await until("what it is is known", async () =>
        /binary/.test(await machine.file("blend.bin").innerText()),
      );
      assert.match(await machine.file("pour.js").innerText(), /was brew\.js/);
      assert.ok(
        stage.exists("src/leaves.js"),
        "nothing is written by dragging",
      );
    });

    it("shows a file in the editor's diff, which follows the playhead and leaves the focus alone", async () => {
      await machine.press("Home", /#0\b/);
      await machine.file("notes.md").click();
      const diff = stage.window.diffEditor();
      await diff.expect("one\n", "four\n");
      const tabs = await stage.window.tabs();
      assert.deepEqual(tabs, ["notes.md (playhead ↔ now)"]);
      await machine.press("PageUp", /#1\b/);
      await machine.press("ArrowRight", /#2\b/);
      await diff.expect("two\n", "four\n");
      const hasFocus = () =>
        machine.playhead.evaluate(
          (head) => document.hasFocus() && document.activeElement === head,
        );
      assert.ok(await hasFocus(), "the keyboard stays on the playhead");
      await machine.frame.getByLabel("Step by").selectOption("checkpoint");
      for (let i = 0; i < 20; i++) {
        if (/Cart works/.test(await machine.spoken())) break;
        const before = await machine.spoken();
        await machine.button("Step forward").click();
        await until(
          "it went on",
          async () => (await machine.spoken()) !== before,
        );
      }
      await diff.expect("three\n", "four\n");
      assert.deepEqual(await stage.window.tabs(), tabs);
      await stage.window.screenshot("time-machine");
    });

    it("compares with the stop before as well", async () => {
      await machine.button("Stop Before").click();
      await until("what changed there is listed", async () =>
        /changed since the stop before$/.test(await machine.heading()),
      );
      await stage.window.diffEditor().expect("two\n", "three\n");
      await machine.button("Now").click();
      await stage.window.diffEditor().expect("three\n", "four\n");
    });

    it("says who, how much and which prompt when the pointer rests on a bar", async () => {
      const lane = machine.frame.locator(".name.lane", { hasText: "Codex" });
      const y = (await lane.boundingBox()).y + 14;
      const box = await machine.plot.boundingBox();
      const tip = machine.frame.locator(".tip");
      for (let x = box.x; x < box.x + box.width; x += 4) {
        await machine.page.mouse.move(x, y);
        if (await tip.isVisible()) break;
      }
      await tip.getByText("“Use integers for money”").waitFor();
      assert.match(await tip.innerText(), /^Codex · \d files? · \+\d+/);
      await stage.window.screenshot("time-machine-hover", { hover: true });
    });

    it("restores to where it is by the usual question, and undoes it", async () => {
      await machine.press("Home", /#0\b/);
      await machine.press("PageUp", /#1 · Before the router/);
      await machine.button("Restore Workspace to Here...").click();
      const { dialog } = stage.window;
      await dialog.waitFor();
      assert.equal(
        await dialog.message(),
        "Restore the workspace to #1 Before the router?",
      );
      await stage.window.screenshot("time-machine-restore");
      await dialog.press("Restore");
      await stage.untilFile("notes.md", "one\n");
      await until("nothing differs any more", async () =>
        /^0 files differ/.test(await machine.heading()),
      );
      await stage.window.runCommand("Checkpoint: Undo Restore");
      const asked = dialog.locator;
      await until("it is undone", async () => {
        if (await asked.isVisible()) await dialog.press("Undo Restore");
        return stage.read("notes.md") === "four\n";
      });
    });

    it("restores one file, and copies its text as it was", async () => {
      // That of the restore before would be over the buttons.
      await stage.clearNotifications();
      await machine.press("Home", /#0\b/);
      await machine.file("notes.md").click();
      await machine.button("Copy File").click();
      await until("its text is in the clipboard", async () => {
        const text = () => navigator.clipboard.readText();
        return (await stage.window.page.evaluate(text)) === "one\n";
      });
      await machine.button("Restore This File...").click();
      const { dialog } = stage.window;
      await dialog.waitFor();
      assert.match(await dialog.message(), /^Restore notes\.md to #0/);
      await dialog.press("Restore");
      await stage.untilFile("notes.md", "one\n");
      stage.write("notes.md", "four\n");
    });

    timeMachineFileScenes(() => ({ stage, machine }));

    it("names a moment by its checkpoint, which is then kept", async () => {
      await machine.press("PageUp", /#1 · Before the router/);
      await machine.button("Name This Moment...").click();
      await stage.answer("Name This Moment", "The old router");
      await machine.untilAt(/The old router/);
    });

    it("names a moment without a checkpoint, and shows it as a flag there", async () => {
      await machine.press("PageUp", /#2\b/);
      await machine.press("PageUp", /#4\b/);
      await machine.press("ArrowRight", /[AP]M, You$/);
      await machine.button("Name This Moment...").click();
      await stage.answer("Name This Moment", "Mine");
      await machine.untilAt(/#\d+ · Mine/);
      await until("it has a flag", async () => {
        const flags = machine.frame.locator("text.flag");
        return (await flags.allTextContents()).includes("Mine");
      });
      // The next checkpoint in time is still the next stop.
      await machine.press("PageUp", /#5\b/);
    });

    it("plays to the end, and stops there", async () => {
      await machine.frame.getByLabel("Speed").selectOption("25");
      await machine.button("Play").click();
      await machine.button("Pause").waitFor();
      await machine.untilAt(/^Now$/);
      await machine.button("Play").waitFor();
    });

    it("shares its filter with the timeline", async () => {
      await machine.button("Filter...").click();
      await stage.window.quickPick.pick("Conversation...");
      await stage.window.quickPick.pick("Use integers for money");
      await machine.frame
        .getByRole("button", { name: /Only in “Use integers/ })
        .waitFor();
      const lanesWithBars = () =>
        machine.frame
          .locator("path.bars[d^=M]")
          .evaluateAll(
            (paths) => paths.filter((one) => one.closest(".drawing")).length,
          );
      await until(
        "one lane has bars",
        async () => (await lanesWithBars()) === 1,
      );
      await until("the timeline has its turn only", async () => {
        const rows = await stage.window.rowTexts(stage.timeline);
        const shown = rows.filter(({ level }) => level === 2);
        return (
          shown.length > 0 &&
          shown.every(({ label }) => /Use integers|#8/.test(label))
        );
      });
      await machine.button("Clear filter").click();
      await until(
        "all lanes have bars",
        async () => (await lanesWithBars()) > 4,
      );
    });

    timeMachineWays(() => ({ stage, machine }));

    it("has the same as a table", async () => {
      await machine.button("Show as table").click();
      const table = machine.frame.getByRole("table");
      await table.waitFor();
      const rows = await table.getByRole("row").allInnerTexts();
      const heads = rows[0].split("\t").map((text) => text.trim());
      assert.deepEqual(heads, ["Time", "Who", "What", "Files", "Lines"]);
      const has = (pattern) =>
        assert.ok(
          rows.some((row) => pattern.test(row)),
          `${pattern}\n${rows.join("\n")}`,
        );
      has(/Claude Code\t\t1\t\+\d/);
      has(/The old router/);
      has(/Mine/);
      has(/Prompt: Refactor the router to async/);
      has(/npm test failed/);
      has(/Switched to feature\/cart/);
      await table
        .getByRole("row", { name: /The old router/ })
        .getByRole("button")
        .click();
      await machine.untilAt(/The old router/);
      await stage.window.screenshot("time-machine-table");
      assert.deepEqual(await machine.violations(), []);
      await machine.button("Show as table").click();
    });

    it("has no fault that the accessibility checker finds, in any theme", async () => {
      await machine.press("Home", /#0\b/);
      await machine.file("notes.md").waitFor();
      for (const theme of [
        "light",
        "high-contrast",
        "high-contrast-light",
        "dark",
      ]) {
        await stage.window.setTheme(theme);
        assert.deepEqual(await machine.violations(), [], theme);
      }
    });

    it("is reached and left by the keyboard alone", async () => {
      await machine.focusPlayhead();
      const focused = () =>
        machine.frame.locator("body").evaluate(() => {
          const { activeElement: at } = document;
          return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
        });
      await machine.page.keyboard.press("Shift+Tab");
      await machine.page.keyboard.press("Home");
      assert.match(await focused(), /Restore Workspace to Here/);
      await machine.page.keyboard.press("ArrowRight");
      assert.match(await focused(), /Compare with/);
      await machine.page.keyboard.press("Shift+Tab");
      await machine.page.keyboard.press("Home");
      assert.equal(await focused(), "1 h");
      await machine.page.keyboard.press("End");
      assert.equal(await focused(), "Show as table");
    });

    it("is found as it was after a reload", async () => {
      await machine.file("notes.md").click();
      await machine.button("1 h").click();
      await machine.button("All").click();
      await machine.press("PageUp", /The old router/);
      await machine.press("ArrowRight", /#2\b/);
      await stage.window.diffEditor().expect("two\n", "four\n");
      const before = await machine.spoken();
      await machine.page.keyboard.press("+");
      await until(
        "a part is shown",
        async () => (await pressed("All")) === "false",
      );
      const ticks = () => machine.frame.locator("text.tick").allTextContents();
      const axis = await ticks();
      await untilStored(stage.window.page, (state) => {
        const { range } = state["checkpoint.timeMachine.view"] ?? {};
        const place = state["checkpoint.timeMachine.playhead"];
        return (
          range?.fromMs && place?.atMs && place.chosen?.path === "notes.md"
        );
      });
      await stage.window.reload();
      await machine.untilShown();
      await machine.untilAt(
        new RegExp(`^${before.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`),
      );
      await until("the same part is shown", async () => {
        return (await ticks()).join() === axis.join();
      });
      // The editor keeps its tabs itself, on a busy machine not always before it is reloaded.
      if ((await stage.window.tabs()).length === 0)
        await machine.file("notes.md").click();
      await stage.window.diffEditor().expect("two\n", "four\n");
      assert.equal(
        await machine.file("notes.md").getAttribute("aria-selected"),
        "true",
      );
    });

    it("fits into a narrow window", async () => {
      const { page } = stage.window;
      await stage.window.runCommand("View: Toggle Primary Side Bar Visibility");
      await page.setViewportSize({ width: 480, height: 900 });
      await until("the list is below the strip", async () => {
        const [strip, list] = await Promise.all(
          [machine.plot, machine.frame.locator(".list")].map((one) =>
            one.boundingBox(),
          ),
        );
        return list.y >= strip.y + strip.height - 1;
      });
      await stage.window.screenshot("time-machine-narrow");
      assert.deepEqual(await machine.violations(), []);
      await page.setViewportSize({ width: 1400, height: 900 });
    });
  });

  describe("the time machine of a young history", () => {
    let stage;
    before(async () => {
      stage = await openStage({ files: { "README.md": "# Steep\n" } });
    });
    after(() => stage?.close());

    it("is there from the first moment", async () => {
      const machine = new TimeMachine(stage.window);
      await stage.window.runCommand("Checkpoint: Open Time Machine");
      await machine.untilAt(/^Now$/);
      await stage.window.screenshot("time-machine-first-moment");
      stage.write("README.md", "# Steep\n\nA tea timer.\n");
      await machine.frame.locator(".name.lane").first().waitFor();
      await machine.press("ArrowLeft", /#0/);
      await machine.file("README.md").waitFor();
      assert.equal(await machine.heading(), "1 file differs from now");
      await stage.window.screenshot("time-machine-young");
      assert.deepEqual(await machine.violations(), []);
    });
  });
}
