// The time machine's panel as a person sees it, and the histories that it is shown on.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { projectDir } from "../editor/paths.mjs";
import { until } from "../editor/until.mjs";

const axe = fs.readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Records a working day: see timeMachinePast.entry.ts. */
export function recordDay(stage) {
  record(stage, "day");
}

/** Records three weeks, of which the first is thinned out. */
export function recordWeeks(stage) {
  record(stage, "weeks");
}

function record({ folder, server }, kind) {
  fs.mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [
    path.join(projectDir, "out/test/ui/timeMachinePast.entry.js"),
    ...[folder, server.globalStorageDir, kind],
  ]);
}

/** The panel, as a person sees it. */
export class TimeMachine {
  constructor(window) {
    this.window = window;
    this.page = window.page;
    // Previews of images are webviews too.
    this.frame = window.webview("checkpoint-dev.checkpoint");
    this.playhead = this.frame.locator(".playhead");
    this.plot = this.frame.locator(".plot");
    this.stop = this.frame.locator(".stop");
    this.files = this.frame.locator(".file:visible");
  }

  async open() {
    await this.window.runCommand("Checkpoint: Open Time Machine");
    await this.untilShown();
  }

  async untilShown() {
    await this.frame.locator(".name.lane").first().waitFor();
    await until("the playhead has a place", async () =>
      /./.test((await this.playhead.getAttribute("aria-valuetext")) ?? ""),
    );
  }

  button(name) {
    return this.frame.getByRole("button", { name, exact: true });
  }

  spoken() {
    return this.playhead.getAttribute("aria-valuetext");
  }

  heading() {
    return this.frame.locator("#files-heading").innerText();
  }

  file(name) {
    return this.frame.locator(".file:visible", { hasText: name }).first();
  }

  /** The keyboard is in the page, on the playhead. */
  async focusPlayhead() {
    await until("the playhead has the focus", async () => {
      await this.playhead.focus();
      return this.playhead.evaluate(
        (head) => document.hasFocus() && document.activeElement === head,
      );
    });
  }

  /** Presses a key on the playhead, and waits until it says this. */
  async press(key, expected) {
    await this.focusPlayhead();
    await this.page.keyboard.press(key);
    await this.untilAt(expected);
  }

  async untilAt(expected) {
    let spoken;
    await until(`the playhead says ${expected}`, async () => {
      spoken = await this.spoken();
      return expected.test(spoken);
    }).catch((error) => {
      throw new Error(`The playhead says “${spoken}”`, { cause: error });
    });
  }

  /** Drags the playhead to a share of the strip's width. */
  async drag(from, to, steps = 12) {
    const box = await this.plot.boundingBox();
    const x = (share) => box.x + share * (box.width - 10);
    const y = box.y + box.height / 3;
    const { mouse } = this.page;
    await mouse.move(x(from), y);
    await mouse.down();
    await mouse.move(x(to), y, { steps });
    await mouse.up();
  }

  /** What an existing tool finds wrong with the page for people who do not see it, or not well. */
  async violations() {
    const page = this.frame.locator("main");
    // The page has no colour of its own behind it, but that of the panel.
    const behind = await this.page
      .locator(".part.panel")
      .evaluate((panel) => getComputedStyle(panel).backgroundColor);
    await page.evaluate((_main, color) => {
      document.documentElement.style.backgroundColor = color;
    }, behind);
    await page.evaluate((_main, source) => (0, eval)(source), axe);
    return page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, {
        resultTypes: ["violations"],
      });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
      );
    });
  }
}
