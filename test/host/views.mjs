import { Menus } from "./menus.mjs";
import { until } from "./until.mjs";
import { Notification, rowNamed } from "./widgets.mjs";

/** The activity bar, the views and their rows, the status bar, the toasts. */
export class Views extends Menus {
  /** Shows a container of the activity bar; leaves it when already shown. */
  async activityBar(label) {
    const item = this.page
      .locator(".activitybar .action-item")
      .filter({
        has: this.page.locator(`.action-label[aria-label^="${label}"]`),
      })
      .first();
    await item.waitFor();
    if ((await item.getAttribute("aria-expanded")) !== "true")
      await item.click();
    await this.page
      .locator(".sidebar .composite.title", { hasText: new RegExp(label, "i") })
      .waitFor();
  }

  /** The pane of a view, by the view's name. */
  pane(title) {
    const header = this.page.locator(
      `.pane-header[aria-label="${title} Section"]`,
    );
    // The explorer has a Timeline of its own, hidden while ours is shown.
    return this.page
      .locator(".pane")
      .filter({ has: header })
      .filter({ visible: true });
  }

  async expandPane(title) {
    const header = this.pane(title).locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) !== "true")
      await header.click();
    await this.pane(title).locator(".pane-header.expanded").waitFor();
    return this.pane(title);
  }

  /** A button in a view's title; the pointer must be over it to be seen. */
  async paneAction(title, label) {
    await this.pane(title).hover();
    return this.pane(title).locator(
      `.pane-header .action-label[aria-label^="${label}"]`,
    );
  }

  rows(pane) {
    return pane.locator(".monaco-list-row");
  }

  /** The rows in sight, as `{ label, description, level, expanded }`. */
  rowTexts(pane) {
    return this.rows(pane).evaluateAll((rows) =>
      rows
        .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
        .map((row) => ({
          label: row.querySelector(".label-name")?.textContent ?? "",
          description:
            row.querySelector(".label-description")?.textContent ?? "",
          level: Number(row.getAttribute("aria-level")),
          expanded: row.getAttribute("aria-expanded") === "true",
        })),
    );
  }

  row(pane, label) {
    return rowNamed(pane, label);
  }

  async expand(row) {
    if ((await row.getAttribute("aria-expanded")) === "false")
      await row.locator(".monaco-tl-twistie").click();
    await until("the row is expanded", async () => {
      return (await row.getAttribute("aria-expanded")) === "true";
    });
  }

  /** A row's inline button; the pointer must be over the row to see it. */
  async inlineAction(row, label) {
    await row.hover();
    return row.locator(`.actions .action-label[aria-label^="${label}"]`);
  }

  /** Scrolls down until the row is there: only rows in sight are drawn. */
  async scrollTo(pane, label) {
    const row = this.row(pane, label);
    await until(`"${label}" is scrolled into sight`, async () => {
      if (await row.isVisible()) return true;
      await pane.locator(".monaco-list").press("PageDown");
      return false;
    });
    return row;
  }

  explorerRow(name) {
    return rowNamed(this.page.locator(".explorer-folders-view"), name);
  }

  statusBarItem(id) {
    return this.page.locator(`.statusbar-item[id="${id}"]`);
  }

  /** What the notifications in sight say. */
  toasts() {
    return this.page
      .locator(".notifications-toasts .notification-list-item-message")
      .allInnerTexts();
  }

  notification(text) {
    return new Notification(this.page, text);
  }
}
