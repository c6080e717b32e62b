import { until } from "./until.mjs";
import { Dialog, exactly, InputBox, QuickPick, rowNamed } from "./widgets.mjs";

/** The palette, the menus, and the widgets that ask something. */
export class Menus {
  constructor(page) {
    this.page = page;
    this.quickPick = new QuickPick(page);
    this.inputBox = new InputBox(page);
    this.dialog = new Dialog(page);
  }

  /** Runs a command from the palette, by its whole title with category. */
  async runCommand(title) {
    await this.pickInPalette(`>${title}`, title);
    // A command may ask something next in the same widget, so wait until the
    // palette is gone.
    await until("the palette is gone", async () => {
      const visible = await this.quickPick.locator.isVisible();
      return (
        !visible || (await this.quickPick.input.inputValue()) !== `>${title}`
      );
    });
  }

  /** Opens the palette, enters the text and picks the row with this label. */
  async pickInPalette(text, label) {
    const { locator, input } = this.quickPick;
    const row = rowNamed(locator, label);
    // Two cases need a retry: a window that is still starting drops keys, and the
    // list is built once per text, without rows that arrive later.
    const timeout = 2000;
    await until(`the palette offers "${label}"`, async () => {
      await this.page.keyboard.press("F1");
      await this.page
        .locator('.quick-input-widget input[placeholder*="command"]')
        .waitFor({ timeout });
      await input.fill(text, { timeout });
      await row.click({ timeout });
      return true;
    });
  }

  /** Right-clicks and chooses; several items walk through submenus. */
  async contextMenu(target, ...items) {
    await target.click({ button: "right" });
    await this.#chooseFromMenu(items);
  }

  /** Chooses from the menu that a button opened. */
  async menu(button, ...items) {
    await button.click();
    await this.#chooseFromMenu(items);
  }

  /** The labels of a context menu, which is closed again. */
  async contextMenuItems(target) {
    await target.click({ button: "right" });
    const labels = this.page.locator(".monaco-menu .action-label");
    await labels.first().waitFor();
    const texts = await labels.allInnerTexts();
    await this.page.keyboard.press("Escape");
    await labels.first().waitFor({ state: "hidden" });
    return texts.filter((text) => text !== "");
  }

  /** Chooses from an open menu without the mouse. */
  async chooseByKeys(label) {
    const { keyboard } = this.page;
    const focused = this.page.locator(".monaco-menu .action-item.focused");
    await this.page.locator(".monaco-menu .action-item").first().waitFor();
    await until(`"${label}" has the focus`, async () => {
      const texts = await focused.locator(".action-label").allInnerTexts();
      if (texts.includes(label)) return true;
      await keyboard.press("ArrowDown");
      return false;
    });
    await keyboard.press("Enter");
  }

  async #chooseFromMenu(items) {
    for (const label of items) {
      const item = this.page
        .locator(".monaco-menu .action-item")
        .filter({
          has: this.page.locator(".action-label", { hasText: exactly(label) }),
        })
        .last();
      await item.waitFor();
      // Menus ignore clicks in their first 100 ms, without any visible sign.
      await this.page.waitForTimeout(250);
      await item.click();
    }
  }
}
