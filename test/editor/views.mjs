import { Menus } from "./menus.mjs";
import { until } from "./until.mjs";
import { Notification, rowNamed, withoutTime } from "./widgets.mjs";

/** The activity bar, the views and their rows, the status bar, the toasts. */
export class Views extends Menus {
  /** Shows a container of the activity bar, unless it is already shown. */
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
    // The explorer has its own Timeline, which is hidden while ours is shown.
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

  /** Leaves its room to the other panes. */
  async collapsePane(pane) {
    const header = pane.locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) === "true")
      await header.click();
    await pane.locator(".pane-header:not(.expanded)").waitFor();
  }

  /**
   * A button in a view's title, which is visible only while the pointer is over it.
   */
  async paneAction(title, label) {
    await this.pane(title).hover();
    return this.pane(title).locator(
      `.pane-header .action-label[aria-label^="${label}"]`,
    );
  }

  rows(pane) {
    return pane.locator(".monaco-list-row");
  }

  /** The visible rows, as `{ time, label, description, level, expanded }`. */
  async rowTexts(pane) {
    const rows = await this.rows(pane).evaluateAll((rows) =>
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
    return rows.map((row) => ({ ...row, ...withoutTime(row.label) }));
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

  async collapse(row) {
    if ((await row.getAttribute("aria-expanded")) === "true")
      await row.locator(".monaco-tl-twistie").click();
    await until("the row is collapsed", async () => {
      return (await row.getAttribute("aria-expanded")) === "false";
    });
  }

  /**
   * A row's inline button, which is visible only while the pointer is over the row.
   */
  async inlineAction(row, label) {
    await row.hover();
    return row.locator(`.actions .action-label[aria-label^="${label}"]`);
  }

  /** Scrolls down until the row appears: only visible rows are rendered. */
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

  /** The texts of the visible notifications. */
  toasts() {
    return this.page
      .locator(".notifications-toasts .notification-list-item-message")
      .allInnerTexts();
  }

  notification(text) {
    return new Notification(this.page, text);
  }
}
