// `npm run pictures`: takes the pictures of the README and the walkthrough again, in the
// real window, in every kind of theme (media/pictures/). Asserts nothing: look at them.
// CHECKPOINT_PICTURE_SCALE=1.25 makes them sharper.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "../editor/paths.mjs";
import { until } from "../editor/until.mjs";
import { closeHouses } from "./house.mjs";
import { openStage } from "./stage.mjs";
import { recordDay, TimeMachine } from "./timeMachinePanel.mjs";

const THEMES = ["dark", "light", "high-contrast", "high-contrast-light"];
const SIZE = { width: 1120, height: 632 };
const dir = path.join(projectDir, "media", "pictures");

const steep = {
  "README.md": "# Steep\n\nA tea timer.\n",
  "src/main.js": text(
    'import { countDown } from "./timer.js";',
    'import { teas } from "./teas.js";',
    "",
    "const tea = teas[process.argv[2]];",
    "countDown(tea.seconds, () => console.log('Ready.'));",
  ),
  "src/teas.js": text(
    "export const teas = {",
    "  sencha: { seconds: 60 },",
    "};",
  ),
  "src/timer.js": text(
    "export function countDown(seconds, done) {",
    "  setTimeout(done, seconds * 1000);",
    "}",
  ),
  "IDEAS.md": "- a bell\n",
};

try {
  await takeAll();
  await takeTimeMachine();
} finally {
  await closeHouses();
}

async function takeAll() {
  const stage = await openStage({
    files: steep,
    settings: {
      "checkpoint.timeline.show": "deeds",
      "checkpoint.auto.enabled": false,
    },
    past: (made) => {
      made.json("create", "-m", "First sketch");
      turn(made, "claude-code", "s1", "Name every tea", () => {
        made.write(
          "src/main.js",
          steep["src/main.js"].replace(
            "const tea = teas[process.argv[2]];",
            text(
              "const name = process.argv[2] ?? 'sencha';",
              "const tea = teas[name];",
              "if (!tea) {",
              "  console.error(`No tea called ${name}.`);",
              "  process.exit(1);",
              "}",
            ).trimEnd(),
          ),
        );
        made.write(
          "src/teas.js",
          text(
            "export const teas = {",
            "  sencha: { seconds: 60 },",
            "  oolong: { seconds: 180 },",
            "};",
          ),
        );
        made.write(
          "test/teas.test.js",
          text(
            'import { teas } from "../src/teas.js";',
            "test('sencha', () => teas.sencha);",
          ),
        );
      });
      made.json("create", "-m", "Teas have names");
      turn(made, "codex", "s2", "Ring when done", () => {
        made.write(
          "src/timer.js",
          text(
            "export function countDown(seconds, done) {",
            "  setTimeout(() => {",
            "    process.stdout.write('\\u0007');",
            "    done();",
            "  }, seconds * 1000);",
            "}",
          ),
        );
        made.remove("IDEAS.md");
      });
    },
  });
  const { window } = stage;
  await window.page.setViewportSize(SIZE);
  const claude = stage.row("Name every tea");
  await claude.waitFor();
  await window.expand(claude);
  await stage.row("main.js").click();
  await untilCompared(window, "No tea called");
  await take(window, "timeline");
  await window.collapse(claude);
  const codex = stage.row("Ring when done");
  await window.expand(codex);
  await stage.row("timer.js").click();
  await untilCompared(window, "stdout.write");
  await take(window, "agents");
  const before = await window.inlineAction(claude, "Restore to Before This...");
  await before.click();
  await window.dialog.locator.waitFor();
  await take(window, "restore");
  await window.page.keyboard.press("Escape");
  await takeCreate(stage);
  await takeStorage(stage);
  await stage.close();
}

/** The name that a checkpoint is offered says what changed since the last one. */
async function takeCreate(stage) {
  const { window } = stage;
  stage.write("IDEAS.md", "- a bell\n- a list of teas\n");
  stage.write("src/teas.js", "export const teas = {};\n");
  await stage.row("Now: 2 files changed").waitFor();
  await window.runCommand("Checkpoint: Create");
  await until("a name is asked for", async () => {
    return (await window.inputBox.title()) === "Create Checkpoint";
  });
  const { x, y, width } = await window.inputBox.locator.boundingBox();
  const top = Math.max(0, y - 30);
  const clip = { x: x - 16, y: top, width: width + 32, height: 132 };
  await take(window, "create", { clip });
  await window.page.keyboard.press("Escape");
}

async function takeStorage(stage) {
  const { window } = stage;
  const prices = (n) => `${n};${(n * 7919) % 1000};sencha\n`;
  for (const rows of [20_000, 30_000]) {
    stage.write(
      "assets/prices.csv",
      Array.from({ length: rows }, (_, n) => prices(n)).join(""),
    );
    stage.write("assets/photo.svg", `<svg>${randomText(4000 * rows)}</svg>\n`);
    stage.write("docs/guide.md", randomText(rows * 20));
    stage.json("create", "-m", `${rows} prices`);
  }
  await window.runCommand("Checkpoint: Show Storage...");
  const page = window.webview();
  await page.getByRole("rowheader", { name: "assets" }).first().waitFor();
  await window.runCommand("View: Toggle Primary Side Bar Visibility");
  const shown = window.page.locator("iframe.webview.ready");
  const { x, y, width, height } = await shown.boundingBox();
  const clip = { x, y, width: Math.min(width, 900), height };
  await take(window, "storage", { clip });
}

/** Text that takes as much space as it is long, and is the same in every run. */
function randomText(length) {
  let state = 1;
  const letter = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (state % 26));
  };
  return Array.from({ length: Math.min(length, 300_000) }, letter).join("");
}

/** A working day, with the playhead where a feature was complete. */
async function takeTimeMachine() {
  const stage = await openStage({
    settings: {
      "checkpoint.timeline.show": "deeds",
      "checkpoint.auto.enabled": false,
    },
    past: recordDay,
  });
  const { window } = stage;
  await window.page.setViewportSize(SIZE);
  const machine = new TimeMachine(window);
  await machine.open();
  await window.runCommand("View: Toggle Primary Side Bar Visibility");
  await machine.press("Home", /#0\b/);
  while (!/Cart works/.test(await machine.spoken()))
    await machine.press("PageUp", /./);
  await machine.file("main.js").click();
  const left = window.diffEditor().locator.locator(".editor.original");
  await left.locator(".view-line").first().waitFor();
  await take(window, "time-machine", { themes: ["dark"] });
  await stage.close();
}

/** A diff editor is there before its texts and the marks of their lines are. */
async function untilCompared(window, added) {
  const right = window.diffEditor().locator.locator(".editor.modified");
  await right.locator(".view-line", { hasText: added }).waitFor();
  await right.locator(".line-insert").first().waitFor();
}

/** A conversation as an agent's hooks record it. */
function turn(stage, source, thread, prompt, work) {
  const say = (role, said) =>
    stage.json(
      ...["thread", "record", thread, "--role", role],
      ...["--text", said, "--source", source],
    );
  say("user", prompt);
  work();
  say("agent", "Done.");
}

async function take(window, name, { clip = undefined, themes = THEMES } = {}) {
  await window.putPointerAside();
  for (const theme of themes) {
    await window.setTheme(theme);
    const file = theme === "dark" ? name : `${name}-${theme}`;
    const picture = path.join(dir, `${file}.png`);
    const part = clip ? { clip } : {};
    await window.page.screenshot({
      path: picture,
      animations: "disabled",
      ...part,
    });
    makeSmaller(picture);
  }
  await window.setTheme("dark");
}

/** With fewer colours a picture takes a third; without the tool it stays as it is. */
function makeSmaller(picture) {
  try {
    execFileSync("pngquant", ["--force", "--ext", ".png", "64", picture]);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    console.log(
      `${path.basename(picture)}: ${fs.statSync(picture).size} bytes, install pngquant to make it smaller`,
    );
  }
}

function text(...lines) {
  return lines.join("\n") + "\n";
}
