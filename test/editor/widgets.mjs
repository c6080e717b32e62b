// The parts of the workbench that tests use, each a thin wrapper around Playwright
// locators. Selectors of VS Code are only here and in workbench.mjs.
import { until } from "./until.mjs";

/** Matches an element with exactly this text. */
export function exactly(text) {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What a row of the timeline has before its title: the time, and a space that titles never have. */
const TIME = "[^\\u2002]*\\u2002";

/** Matches an element with a text that begins so, after a time. */
export function beginningWith(text) {
  return new RegExp(`^\\s*(?:${TIME})?${escaped(text)}`);
}

/** Returns a row's label as `{ time, label }`; the time of most rows is empty. */
export function withoutTime(text) {
  const [, time, label] = new RegExp(`^(${TIME})?([^]*)$`).exec(text);
  return { time: (time ?? "").trim(), label };
}

/** Returns the list or tree row with exactly this label, after its time. */
export function rowNamed(scope, label) {
  const hasText = new RegExp(`^\\s*(?:${TIME})?${escaped(label)}\\s*$`);
  const name = scope.page().locator(".label-name", { hasText });
  return scope.locator(".monaco-list-row").filter({ has: name }).first();
}

export class QuickPick {
  constructor(page) {
    this.locator = page.locator(".quick-input-widget");
    this.input = this.locator.locator("input.input").first();
    this.rows = this.locator.locator(".monaco-list-row");
  }
  waitFor() {
    return this.locator.waitFor();
  }
  title() {
    return this.locator.locator(".quick-input-title").innerText();
  }
  /** The visible labels, top to bottom. */
  async labels() {
    await this.rows.first().waitFor();
    return this.rows.evaluateAll((rows) =>
      rows
        .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
        .map((row) => row.querySelector(".label-name")?.textContent ?? ""),
    );
  }
  async filter(text) {
    await this.input.fill(text);
  }
  async pick(label) {
    await rowNamed(this.locator, label).click();
  }
  async cancel() {
    await this.input.press("Escape");
    await this.locator.waitFor({ state: "hidden" });
  }
}

export class InputBox {
  constructor(page) {
    this.locator = page.locator(".quick-input-widget");
    this.input = this.locator.locator("input.input").first();
  }
  waitFor() {
    return this.input.waitFor();
  }
  title() {
    return this.locator.locator(".quick-input-title").innerText();
  }
  value() {
    return this.input.inputValue();
  }
  fill(text) {
    return this.input.fill(text);
  }
  /** The prompt, or the validation message. */
  message() {
    return this.locator.locator(".quick-input-message").innerText();
  }
  async enter(text) {
    await this.input.fill(text);
    await this.input.press("Enter");
  }
  async cancel() {
    await this.input.press("Escape");
    await this.locator.waitFor({ state: "hidden" });
  }
}

export class Dialog {
  constructor(page) {
    this.locator = page.locator(".monaco-dialog-box");
    this.allButtons = this.locator.locator(".dialog-buttons .monaco-button");
  }
  waitFor() {
    return this.locator.waitFor();
  }
  message() {
    return this.locator.locator(".dialog-message-text").innerText();
  }
  detail() {
    return this.locator.locator(".dialog-message-detail").innerText();
  }
  async buttons() {
    await this.waitFor();
    return this.allButtons.allInnerTexts();
  }
  async focusedButton() {
    await this.waitFor();
    return this.allButtons
      .and(this.locator.page().locator(":focus"))
      .innerText();
  }
  async press(name) {
    await this.allButtons.filter({ hasText: exactly(name) }).click();
    await this.locator.waitFor({ state: "hidden" });
  }
}

export class Notification {
  constructor(page, text) {
    this.locator = page
      .locator(".notifications-toasts .notification-list-item", {
        hasText: text,
      })
      .first();
  }
  waitFor(options) {
    return this.locator.waitFor(options);
  }
  text() {
    return this.locator.locator(".notification-list-item-message").innerText();
  }
  buttons() {
    return this.locator.locator(".monaco-button").allInnerTexts();
  }
  /** A locator, to be clicked. */
  button(name) {
    return this.locator
      .locator(".monaco-button", { hasText: exactly(name) })
      .first();
  }
  async dismiss() {
    await this.locator.hover();
    await this.locator.locator(".codicon-notifications-clear").click();
    await this.locator.waitFor({ state: "hidden" });
  }
}

/** A diff editor's two sides. Only visible lines are in the page. */
export class DiffEditor {
  constructor(locator) {
    this.locator = locator;
  }
  waitFor() {
    return this.locator.waitFor();
  }
  original() {
    return visibleText(this.locator.locator(".editor.original"));
  }
  modified() {
    return visibleText(this.locator.locator(".editor.modified"));
  }
  /** Waits until both sides have this text, and fails with their actual text. */
  async expect(original, modified) {
    let last;
    try {
      await until("the diff editor shows both sides", async () => {
        last = [await this.original(), await this.modified()];
        return last[0] === original && last[1] === modified;
      });
    } catch (error) {
      throw new Error(`The diff editor shows ${JSON.stringify(last)}`, {
        cause: error,
      });
    }
  }
}

export class MultiDiffEditor {
  constructor(page) {
    this.locator = page.locator(".multiDiffEditor");
    // Those of comparisons that are closed stay in the page, to be used again.
    this.entries = this.locator
      .locator(".multiDiffEntry")
      .filter({ visible: true });
  }
  waitFor() {
    return this.entries.first().waitFor();
  }
  /** The visible files, as `{ name, status }` with A, D, R or "". */
  async files() {
    await this.waitFor();
    return this.entries.evaluateAll((entries) =>
      entries
        .filter((entry) => entry.checkVisibility())
        .sort(
          (a, b) =>
            a.getBoundingClientRect().top - b.getBoundingClientRect().top,
        )
        .map((entry) => ({
          name:
            entry.querySelector(".title.modified .label-name")?.textContent ??
            "",
          status: entry.querySelector(".status")?.textContent ?? "",
        })),
    );
  }
  diff(name) {
    const title = this.locator
      .page()
      .locator(".header .label-name", { hasText: exactly(name) });
    const entry = this.entries.filter({ has: title }).first();
    return new DiffEditor(entry.locator(".monaco-diff-editor"));
  }
}

// The page has lines in no order, absolutely positioned, with non-breaking spaces.
export function visibleText(editor) {
  return editor
    .locator(".view-lines")
    .first()
    .evaluate((lines) =>
      [...lines.querySelectorAll(":scope > .view-line")]
        .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
        .map((line) => line.textContent.replaceAll("\u00a0", " "))
        .join("\n"),
    );
}
