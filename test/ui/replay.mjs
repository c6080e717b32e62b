// `npm run replay`: an hour of work in the real window, with pictures of it in every
// kind of theme and in a narrow and a wide side bar (out/screenshots/replay-*.png). Two
// agents come through their hooks; a person saves, renames a folder, stashes, restores,
// undoes that, and reverts a turn that conflicts with later work. Asserts nothing: the
// pictures are for people to look at.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectDir, screenshotDir } from "../editor/paths.mjs";
import { until } from "../editor/until.mjs";
import { beginningWith } from "../editor/widgets.mjs";
import { closeHouses } from "./house.mjs";
import { openStage } from "./stage.mjs";

const THEMES = ["dark", "light", "high-contrast", "high-contrast-light"];
const WIDTHS = [240, 300, 400];
const LANGUAGES = 300;

const shop = {
  "package.json": '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n',
  "README.md": "# Shop\n\nA small shop.\n",
  "src/cart.js": lines("export function total(items) {", "  return 0;", "}"),
  "src/money.js": lines("export const format = (n) => n.toFixed(2);"),
  "src/router/route.js": lines(
    "export function dispatch(req, done) {",
    "  var stack = this.stack;",
    "  if (stack.length === 0) return done();",
    "  stack[0].handle(req, done);",
    "}",
  ),
  "src/router/layer.js": lines("export class Layer {}"),
  "docs/old/setup.md": "# Setup\n",
  "docs/old/usage.md": "# Usage\n",
  "src/locales/index.js": "export {};\n",
};
for (let n = 1; n < LANGUAGES; n++)
  shop[`src/locales/l${n}.json`] = `{ "hello": "hello ${n}" }\n`;

try {
  await replay();
} finally {
  await closeHouses();
}

async function replay() {
  const stage = await openStage({
    files: shop,
    settings: { "checkpoint.timeline.show": "deeds" },
    past: (made) => {
      git(made, "init", "--quiet", "-b", "feature/cart");
      git(made, "add", ".");
      git(made, "commit", "--quiet", "-m", "start");
    },
  });
  const { window } = stage;
  const claude = agent(stage, "claude-code");
  const codex = agent(stage, "codex");

  await claude.turn("Add a cart module with total()", [
    [
      "src/cart.js",
      lines(
        "export function total(items) {",
        "  return items.reduce((sum, { price }) => sum + price, 0);",
        "}",
      ),
    ],
    ["src/cart.test.js", lines("import { total } from './cart.js';")],
  ]);
  await saves(stage, "README.md", ["Run `npm start`.\n", "Pay by card.\n"]);
  await rowWith(stage, "README.md +2");
  await stage.create("before the refactoring");
  await codex.turn("Use integers for money", [
    [
      "src/money.js",
      lines("export const format = (n) => (n / 100).toFixed(2);"),
    ],
    [
      "src/cart.js",
      lines(
        "export function total(items) {",
        "  return items.reduce((cents, { price }) => cents + price, 0);",
        "}",
      ),
    ],
  ]);
  await claude.turn(
    "Refactor the router to async and keep the old callbacks working",
    [
      [
        "src/router/route.js",
        lines(
          "export async function dispatch(req) {",
          "  const stack = this.stack;",
          "  for (const layer of stack) await layer.handle(req);",
          "}",
        ),
      ],
      [
        "src/router/layer.js",
        lines("export class Layer {", "  async handle() {}", "}"),
      ],
      ["src/router/compat.js", lines("export const promisify = (f) => f;")],
    ],
  );
  fs.renameSync(stage.at("src/locales"), stage.at("src/i18n"));
  await rowWith(stage, "Renamed locales → i18n");
  stage.remove("docs/old");
  await rowWith(stage, "Deleted setup.md, usage.md");
  git(stage, "add", "-A");
  git(stage, "stash", "--quiet");
  await rowWith(stage, "git stash");
  git(stage, "stash", "pop", "--quiet");
  await rowWith(stage, "git stash pop", "git checkout", "git (");
  await stage.create("Cart works");
  guarded(
    stage,
    ["package-lock.json", "{}\n"],
    ["vendor/left.js", "export {};\n"],
    ["package.json", '{\n  "name": "shop",\n  "version": "1.0.1"\n}\n'],
  );
  await rowWith(stage, "npm install");
  await pictures(stage, "replay-1-work");

  const turn = rowOf(stage, "Use integers");
  await window.expand(turn);
  await stage.row("money.js").waitFor();
  await pictures(stage, "replay-2-turn");
  await turn.hover();
  await picture(stage, "replay-3-hover", "dark");
  await window.contextMenuItems(turn).then((items) => console.log(items));
  await window.collapse(turn);

  const before = await window.inlineAction(
    rowOf(stage, "Refactor the"),
    "Restore to Before This",
  );
  await before.first().click();
  await window.dialog.waitFor();
  await whole(stage, "replay-4-restore-dialog");
  await window.dialog.press("Restore");
  await rowWith(stage, "Restored to");
  await pictures(stage, "replay-5-restored");
  await window.runCommand("Checkpoint: Undo Restore");
  await until("the restore is undone", async () => {
    if (await window.dialog.locator.isVisible())
      await window.dialog.press("Undo Restore");
    return stage.exists("src/router/compat.js");
  });
  await rowWith(stage, "Undid the restore");
  await stage.clearNotifications();

  await window.changeSettings({ "checkpoint.auto.enabled": false });
  stage.write(
    "src/money.js",
    lines("export const format = (n) => `€${n / 100}`;"),
  );
  await until("the change shows on top", async () =>
    /^Now: 1 file/.test((await rows(stage))[0].label),
  );
  await pictures(stage, "replay-6-undone-and-changed");
  await window.expand(rowOf(stage, "Now"));
  await picture(stage, "replay-7-now", "dark");
  await stage.rowMenu(rowOf(stage, "Use integers"), "Undo Agent Turn...");
  await window.quickPick.waitFor();
  await whole(stage, "replay-8-conflict");
  await window.page.keyboard.press("Escape");
  await stage.clearNotifications();

  for (const [command, name] of [
    ["Group by Author", "author"],
    ["Group by Conversation", "conversation"],
    ["Group by Folder", "folder"],
  ]) {
    await window.runCommand(`Checkpoint: ${command}`);
    if (name === "conversation")
      await window.expand(rowOf(stage, "Add a cart module"));
    await pictures(stage, `replay-9-by-${name}`);
  }
  await window.runCommand("Checkpoint: Group by Day");
  await window.runCommand("Checkpoint: Show Every Checkpoint");
  await stage.row("Now").waitFor({ state: "detached" });
  await pictures(stage, "replay-10-every-checkpoint");
  await window.runCommand("Checkpoint: Show What Happened");
  await window.openFile("cart.js");
  await window.expandPane("Deleted Files");
  await pictures(stage, "replay-11-file-history-and-deleted");
  await tasks(stage);
  await stage.close();
}

/** What people come for, in clicks and keys that are counted; prints a table. */
async function tasks(stage) {
  const { window } = stage;
  const { dialog, page } = window;
  let count = 0;
  const click = async (target, options) => {
    count++;
    await target.click(options);
  };
  // A row may move away from under the pointer meanwhile: a person points at it again.
  const inline = async (row, label) => {
    await until(`“${label}” is clicked`, async () =>
      (await window.inlineAction(row, label))
        .first()
        .click({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        ),
    );
    count++;
  };
  const confirm = (name) =>
    click(dialog.allButtons.filter({ hasText: new RegExp(`^${name}$`) }));
  const task = async (name, work) => {
    count = 0;
    await stage.clearNotifications();
    await work().catch(async (error) => {
      console.log(`${name}: ${error.message}`);
      await whole(stage, `replay-failed-${name.replaceAll(" ", "-")}`);
    });
    console.log(`${name}: ${count}`);
    if (await dialog.locator.isVisible()) await page.keyboard.press("Escape");
  };
  const undo = async () => {
    await inline(rowOf(stage, "Restored to"), "Undo Restore");
    await until("it is undone", async () => {
      if (await dialog.locator.isVisible()) await confirm("Undo Restore");
      return stage.exists("src/router/compat.js");
    });
  };

  await window.collapsePane(window.pane("Deleted Files"));
  await window.runCommand("View: Close All Editors");
  await window.activityBar("Checkpoint");
  await task("back to before the last agent turn", async () => {
    await inline(rowOf(stage, "Refactor the"), "Restore to Before This");
    await confirm("Restore");
    await until("it is undone", () => !stage.exists("src/router/compat.js"));
  });
  await rowWith(stage, "Restored to");
  await window.reload();
  await stage.row("Now").or(rowOf(stage, "Now:")).first().waitFor();
  await task("undo the last restore after a reload", undo);
  await task("take back one file of it", async () => {
    const turn = rowOf(stage, "Refactor the");
    await click(turn.locator(".monaco-tl-twistie"));
    await stage.row("compat.js").waitFor();
    await inline(stage.row("compat.js"), "Undo Agent Turn in This File");
    await confirm("Revert");
    await until("it is gone", () => !stage.exists("src/router/compat.js"));
  });
  await task("find when a line vanished", async () => {
    await window.pane("Timeline").locator(".pane-header").hover();
    const more = '.pane-header .action-label[aria-label*="More Actions"]';
    await click(window.pane("Timeline").locator(more).first());
    await page.waitForTimeout(250); // Menus ignore clicks in their first 100 ms.
    const items = page.locator(".monaco-menu .action-item");
    await click(items.filter({ hasText: "Search History..." }));
    await stage.answer("Search History", "var stack = this.stack");
    count++; // Enter
    console.log(await window.quickPick.labels());
    await whole(stage, "replay-12-search");
    await window.quickPick.cancel();
  });
  await task("bring back a deleted folder", async () => {
    await click(window.pane("Deleted Files").locator(".pane-header"));
    const pane = window.pane("Deleted Files");
    await inline(
      window.rows(pane).filter({ hasText: "docs/old" }).first(),
      "Restore",
    );
    await confirm("Restore");
    await until("it is back", () => stage.exists("docs/old/setup.md"));
  });
  await task("see what changed since the last named checkpoint", async () => {
    await click(stage.row("Cart works"), { button: "right" });
    await page.waitForTimeout(250);
    const items = page.locator(".monaco-menu .action-item");
    await click(items.filter({ hasText: "Compare with Workspace" }));
    await window.multiDiffEditor.waitFor();
  });
}

/** An agent that reports to the built command, with payloads as it really sends them. */
function agent(stage, name) {
  const dir = path.join(projectDir, "test", "fixtures", "payloads", name);
  const send = (file, changes) => {
    const text = fs.readFileSync(path.join(dir, `${file}.json`), "utf8");
    const payload = JSON.parse(text, (_key, value) =>
      typeof value === "string"
        ? value.replaceAll("/workspace", stage.folder)
        : value,
    );
    const cli = path.join(projectDir, "dist", "cli.js");
    const store = ["--store", stage.server.globalStorageDir];
    execFileSync(process.execPath, [cli, "hook", name, ...store], {
      cwd: stage.folder,
      input: JSON.stringify({ ...payload, ...changes }),
      env: {
        ...process.env,
        HOME: stage.server.homeDir,
        CHECKPOINT_HOOK_IDLE_MS: "20000",
      },
    });
  };
  const tool = name === "codex" ? "apply_patch" : "Write";
  const inputOf = (file, text) =>
    name === "codex"
      ? { command: patchOf(file, text) }
      : { file_path: stage.at(file), content: text };
  send("SessionStart-startup", {});
  let turns = 0;
  return {
    async turn(prompt, writes) {
      turns++;
      // A row shows the start of a long prompt.
      const start = prompt.slice(0, 12);
      const own =
        name === "codex"
          ? { turn_id: `t${turns}` }
          : { prompt_id: `p${turns}` };
      send("UserPromptSubmit", { ...own, prompt });
      await rowWith(stage, start);
      for (const [file, text] of writes) {
        const tool_use_id = `${name}-${turns}-${file}`;
        const step = { ...own, tool_use_id, tool_input: inputOf(file, text) };
        send(`PreToolUse-${tool}`, step);
        stage.write(file, text);
        send(`PostToolUse-${tool}`, step);
      }
      send("Stop", { ...own, last_assistant_message: "Done." });
      await until(`the files of “${prompt}” are counted`, async () => {
        const row = (await rows(stage)).find(({ label }) =>
          label.startsWith(start),
        );
        return row?.description.includes(`${writes.length} file`);
      });
    },
  };
}

function patchOf(file, text) {
  const body = text.replace(/^/gm, "+").replace(/\+$/, "");
  return `*** Begin Patch\n*** Add File: ${file}\n${body}*** End Patch\n`;
}

function lines(...all) {
  return all.map((line) => `${line}\n`).join("");
}

function git(stage, ...args) {
  const as = ["-c", "user.name=me", "-c", "user.email=me@example.com"];
  execFileSync("git", [...as, ...args], { cwd: stage.folder, stdio: "pipe" });
}

/** What a command changed that a person ran behind a guard. */
function guarded(stage, ...changes) {
  const script = changes.map(
    ([file, text]) =>
      `fs.mkdirSync(path.dirname(${JSON.stringify(file)}), { recursive: true });` +
      `fs.writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)});`,
  );
  const bin = path.join(stage.base, "bin");
  fs.mkdirSync(bin, { recursive: true });
  const npm = path.join(bin, "npm");
  fs.writeFileSync(
    npm,
    `#!${process.execPath}\nconst fs = require("fs"), path = require("path");\n${script.join("\n")}\n`,
    { mode: 0o755 },
  );
  const cli = path.join(projectDir, "dist", "cli.js");
  const at = ["--workspace", stage.folder];
  const store = ["--store", stage.server.globalStorageDir];
  execFileSync(
    process.execPath,
    [cli, "guard", ...at, ...store, "--", "npm", "install"],
    {
      cwd: stage.folder,
      env: {
        ...process.env,
        HOME: stage.server.homeDir,
        PATH: `${bin}:${process.env.PATH}`,
      },
    },
  );
}

async function saves(stage, file, texts) {
  await stage.window.openFile(file);
  for (const text of texts) {
    await stage.window.typeInEditor(text);
    await stage.window.save();
  }
}

function rows(stage) {
  return stage.window.rowTexts(stage.timeline);
}

/** The first row whose name starts with a text: other rows may mention it. */
function rowOf(stage, text) {
  const hasText = beginningWith(text);
  const name = stage.window.page.locator(".label-name", { hasText });
  return stage.window.rows(stage.timeline).filter({ has: name }).first();
}

/** Waits for a row; without it the pictures show what there is instead. */
async function rowWith(stage, ...texts) {
  await until(
    `a row says ${texts.join(" or ")}`,
    async () =>
      (await rows(stage)).some(({ label }) =>
        texts.some((text) => label.startsWith(text)),
      ),
    15_000,
  ).catch(async (error) => {
    const shown = (await rows(stage)).map(({ label }) => label);
    console.log(`${error.message}; shown is: ${shown.join(" | ")}`);
  });
}

async function pictures(stage, name) {
  for (const width of WIDTHS) {
    await stage.window.resizeSideBar(width);
    for (const theme of THEMES) await picture(stage, `${name}-${width}`, theme);
  }
}

/** Of the side bar alone. */
async function picture(stage, name, theme) {
  fs.mkdirSync(screenshotDir, { recursive: true });
  await stage.window.setTheme(theme);
  await stage.window.page.locator(".part.sidebar").screenshot({
    path: path.join(screenshotDir, `${name}-${theme}.png`),
    animations: "disabled",
  });
}

async function whole(stage, name) {
  await stage.window.screenshot(name, { only: "dark" });
}
