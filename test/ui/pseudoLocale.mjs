// Every text in a language that marks translated texts: what is shown without the
// marks could not be translated.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../editor/until.mjs";
import { openHouse } from "./house.mjs";
import { openStage } from "./stage.mjs";

const LANGUAGE = "qps-ploc";
/** Data of the workspace: names that are not translated. */
const DATA = ["steep", "a.md", "b.md", "one", "two", "notes", "editor"];

export function pseudoLocaleScenes() {
  describe("another language", () => {
    let stage;
    let page;
    before(async () => {
      const { server } = await openHouse(false);
      translate(server);
      stage = await openStage({
        files: { "a.md": "1\n", "notes/b.md": "1\n" },
        past: (past) => {
          past.command("create", "-m", "one");
          past.write("a.md", "2\n");
          past.remove("notes/b.md");
          past.command("create", "-m", "two");
        },
        language: LANGUAGE,
      });
      ({ page } = stage.window);
    });
    after(() => stage?.close());

    it("reaches the views, the status bar and the tooltips", async () => {
      await stage.window.openFile("a.md");
      await stage.row("two").waitFor();
      await stage.window.expand(stage.row("two"));
      await assertTranslated(page, ".sidebar .pane", "the views");
      await assertTranslated(
        page,
        '.statusbar-item[id="checkpoint-dev.checkpoint.checkpoint.status"]',
        "the status bar",
      );
      await stage.row("two").hover();
      await assertTranslated(page, ".monaco-hover", "a tooltip", [
        // Dates come from the platform, which does not have this language.
        ...dateWords(),
      ]);
      await stage.window.screenshot("other-language-views");
    });

    it("reaches the confirmation before a restore, and the notification after it", async () => {
      await stage.rowMenu(
        stage.row("one"),
        stage.word("Restore Workspace to Here..."),
      );
      await stage.window.dialog.waitFor();
      await assertTranslated(page, ".monaco-dialog-box", "the question", [
        // The editor’s own button.
        "Cancel",
      ]);
      await stage.window.screenshot("other-language-question");
      await stage.window.dialog.press("⟦Restore⟧");
      await page.locator(".notification-toast").first().waitFor();
      await assertTranslated(
        page,
        ".notification-toast .notification-list-item-message, .notification-toast .monaco-text-button",
        "the notification",
      );
      await stage.untilFile("a.md", "1\n");
    });

    it("reaches the commands in the palette, and their prompts", async () => {
      const { input, rows } = stage.window.quickPick;
      await until("our commands are listed", async () => {
        await page.keyboard.press("F1");
        await input.fill(">Checkpoint: ", { timeout: 2000 });
        const texts = await rows.allInnerTexts();
        return texts.length > 5 && texts.every((text) => /⟦/.test(text));
      });
      await assertTranslated(
        page,
        // Below each command the editor shows its English name.
        ".quick-input-list .quick-input-list-row:first-child .label-name",
        "the palette",
        ["Checkpoint"],
      );
      await stage.window.runCommand(
        `Checkpoint: ${stage.word("Show Storage...")}`,
      );
      const shown = stage.window.webview();
      await shown.getByRole("heading").waitFor();
      await assertTranslated(
        shown,
        "h1, p, caption, .actions a, .note",
        "the storage",
        ["MB", "KB", "B"],
      );
    });
  });
}

/** The words of a date as the platform formats it. */
function dateWords() {
  const text = new Intl.DateTimeFormat("en-US", {
    dateStyle: "full",
    timeStyle: "medium",
  }).format(new Date());
  return text.match(/[A-Za-z]{2,}/g);
}

/** Gives the installed extension a translation with every text in brackets. */
function translate({ dataDir }) {
  const installed = path.join(dataDir, "extensions");
  const name = fs
    .readdirSync(installed)
    .find((each) => each.startsWith("checkpoint-dev.checkpoint"));
  for (const file of ["package.nls", "l10n/bundle.l10n"]) {
    const from = path.join(installed, name, file);
    const texts = JSON.parse(fs.readFileSync(`${from}.json`, "utf8"));
    const marked = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, `⟦${text}⟧`]),
    );
    fs.writeFileSync(`${from}.${LANGUAGE}.json`, JSON.stringify(marked));
  }
}

/** Fails for visible words that are neither translated nor data. */
async function assertTranslated(page, selector, what, data = []) {
  let texts;
  await until(`${what}: something of ours is shown`, async () => {
    texts = await page
      .locator(selector)
      .filter({ visible: true })
      .allInnerTexts();
    return texts.join("").includes("⟦");
  });
  const left = texts.map((text) => withoutData(withoutMarked(text), data));
  const words = left.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []);
  assert.deepEqual(words, [], `${what}: ${texts.join(" | ")}`);
}

/** Brackets may be nested: a count inside a sentence. */
function withoutMarked(text) {
  const inner = /⟦[^⟦⟧]*⟧/g;
  let rest = text;
  while (inner.test(rest)) rest = rest.replace(inner, " ");
  return rest;
}

function withoutData(text, more) {
  const withoutPaths = text.replace(/\/\S+/g, " ");
  return [...DATA, ...more].reduce(
    (rest, word) => rest.replaceAll(word, " "),
    withoutPaths,
  );
}
