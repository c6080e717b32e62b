// Who wrote each line, in the editor: marks in the gutter, a legend, the note behind the current
// line, the hover, and the same by keyboard.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";
import { openStage } from "./stage.mjs";

const isAll = process.env.CHECKPOINT_PICTURES === "all";
/** The one to go on with last. */
const themes = isAll
  ? ["high-contrast-light", "high-contrast", "light", "dark"]
  : ["dark"];
const LEGEND = "checkpoint-dev.checkpoint.checkpoint.lineAuthors";

const older = [
  'import { chime } from "./chime.js";',
  "",
  "/** Steeping times, in seconds. */",
  "export const teas = {",
  "  assam: 240,",
  "};",
  "",
];
const withParser = [
  ...older,
  "/** Returns a time such as “1:30” in seconds. */",
  "export function parseTime(text) {",
  '  const [minutes, seconds] = text.split(":").map(Number);',
  "  return minutes * 60 + (seconds ?? 0);",
  "}",
  "",
];
const withTimer = [
  ...withParser.slice(0, 5),
  "  sencha: 90,",
  "  oolong: 180,",
  ...withParser.slice(5),
  "export function steep(tea) {",
  "  const seconds = teas[tea];",
  "  setTimeout(chime, seconds * 1000);",
  "}",
  "",
];
const text = (lines) => lines.join("\n");

export function lineAuthorScenes() {
  describe("line authors", () => {
    let stage;
    let page;
    before(async () => {
      stage = await openStage({
        files: { "timer.js": text(older) },
        past: (made) => {
          made.command("create");
          say(made, "claude-code", "s1", "user", "Parse times such as 1:30");
          made.write("timer.js", text(withParser));
          say(made, "claude-code", "s1", "agent", "Done");
          say(made, "codex", "s2", "user", "Add a timer for each tea");
          made.write("timer.js", text(withTimer));
          say(made, "codex", "s2", "agent", "There is one now.");
        },
      });
      ({ page } = stage.window);
      await stage.window.openFile("timer.js");
      await stage.window.typeInEditor("// Mine\n");
      await stage.window.save();
    });
    after(() => stage?.close());

    const status = () => stage.window.statusBarItem(LEGEND);
    const spoken = () => status().locator("a").getAttribute("aria-label");
    const goTo = async (line) => {
      await page.keyboard.press("ControlOrMeta+g");
      await page.keyboard.insertText(String(line));
      await page.keyboard.press("Enter");
    };
    /** What decorations show behind lines. */
    const notes = () =>
      page.locator(".view-lines .view-line span").evaluateAll((spans) =>
        spans
          .map((span) => getComputedStyle(span, "::after").content)
          .filter((content) => content.startsWith('"'))
          .map((content) => content.slice(1, -1)),
      );
    const images = () =>
      page
        .locator(".editor-instance .cgmr")
        .evaluateAll((all) =>
          all
            .map((one) => getComputedStyle(one).backgroundImage)
            .filter((image) => image.includes("image/svg")),
        );
    const marks = async () => (await images()).length;
    /** The marks are images, drawn anew for each theme. */
    const pictures = async (name) => {
      for (const theme of themes) {
        const before = await firstMark();
        await stage.window.setTheme(theme);
        if (isAll)
          await until("the marks have the theme's colours", async () => {
            const now = await firstMark();
            return now !== undefined && now !== before;
          });
        await stage.window.screenshot(name, { only: theme });
      }
    };
    const firstMark = async () => (await images())[0];

    it("mark every line that the history has, with a legend", async () => {
      await stage.window.runCommand("Checkpoint: Toggle Line Authors");
      await until("the legend names all of them", async () =>
        /Claude Code \d+%.*Codex \d+%.*You \d+%.*Older \d+%|Codex \d+%.*Claude Code \d+%.*You \d+%.*Older \d+%/.test(
          await spoken().catch(() => ""),
        ),
      );
      await until("the lines are marked", async () => (await marks()) === 14);
      await goTo(11);
      await until("the current line says who and why", async () =>
        (await notes()).some((note) =>
          /^Claude Code · .* · “Parse times such as 1:30”$/.test(note),
        ),
      );
    });

    it("mark what is typed as unsaved, at once", async () => {
      await goTo(7);
      await page.keyboard.press("End");
      await page.keyboard.insertText("\n  genmaicha: 120,");
      await until("its note says so", async () =>
        (await notes()).includes("You (unsaved)"),
      );
      await until("it has a mark", async () => (await marks()) === 15);
      await until("the legend has those first who wrote most", async () =>
        /Codex 33% .*Claude Code 29% .*You 10% .*Older 29%$/.test(
          (await notes()).filter((note) => note.endsWith("%")).join(" "),
        ),
      );
      await pictures("line-authors");
    });

    it("say more when the pointer rests on a line, with what to do about it", async () => {
      await page
        .locator(".view-line", { hasText: "minutes * 60" })
        .locator("span span", { hasText: "return" })
        .hover();
      const hover = page.locator(".monaco-hover:visible", {
        hasText: "Parse times such as 1:30",
      });
      await hover.waitFor();
      for (const action of [
        "Open the Change",
        "Restore Before This...",
        "Undo This Turn...",
        "Show Conversation",
      ])
        await hover.getByText(action).waitFor();
      await stage.window.screenshot("line-authors-hover", { hover: true });
      await hover.getByText("Show Conversation").click();
      await stage.window.tab("Conversation.md").waitFor();
      await until("the conversation is shown", async () =>
        (await stage.window.editorText()).includes("Parse times such as 1:30"),
      );
      await stage.window.runCommand("View: Close Editor");
    });

    it("say the same by keyboard, and open the change", async () => {
      await goTo(17);
      await stage.window.runCommand("Checkpoint: Show Author of This Line");
      const { quickPick } = stage.window;
      await quickPick.locator.filter({ hasText: "Line 17: Codex" }).waitFor();
      await stage.window.screenshot("line-authors-keyboard");
      await quickPick.pick("Open the Change");
      await stage.window.diffEditor().expect(text(withParser), text(withTimer));
      await stage.window.runCommand("View: Close Editor");
    });

    it("are counted for all files that changed, with the share as a small picture", async () => {
      const { quickPick } = stage.window;
      const show = async () => {
        await stage.window.runCommand(
          "Checkpoint: Show Authors of Changed Files",
        );
        await quickPick.locator.filter({ hasText: "Add a timer" }).waitFor();
      };
      for (const theme of themes) {
        await stage.window.setTheme(theme);
        await show();
        await stage.window.screenshot("line-authors-shares", { only: theme });
        await page.keyboard.press("Escape");
      }
      await show();
      await quickPick.pick("Codex");
      await quickPick.locator.filter({ hasText: "timer.js" }).waitFor();
      await page.keyboard.press("Escape");
    });

    it("are gone when they are turned off", async () => {
      await stage.window.runCommand("Checkpoint: Toggle Line Authors");
      await until("no line is marked", async () => (await marks()) === 0);
      await status().waitFor({ state: "detached" });
      assert.deepEqual(await notes(), []);
    });
  });
}

function say(stage, source, thread, role, text) {
  stage.json(
    ...["thread", "record", thread, "--role", role],
    ...["--text", text, "--source", source],
  );
}
