// `npm run bench:timeline`: a history of 10,000 checkpoints in the real window. Prints how
// long the first row takes after the click that shows the view, with the processor time of
// the extension host until then, how long frames take while scrolling, and the memory of
// the extension host.
import fs from "node:fs";
import { until } from "../editor/until.mjs";
import { closeHouses } from "./house.mjs";
import { createMany } from "./longHistory.mjs";
import { openStage } from "./stage.mjs";

/** VS Code ignores a click on the activity bar so soon after another one, as a double click. */
const DOUBLE_CLICK_MS = 300;
const MANY = Number(process.argv[2] ?? 10_000);

try {
  await measure();
} finally {
  await closeHouses();
}

async function measure() {
  const stage = await openStage({
    files: { "README.md": "# Steep\n" },
    settings: { "checkpoint.timeline.show": "deeds" },
    isClosed: true,
  });
  stage.json("create", "-m", "first");
  await createMany(stage, MANY);
  await stage.open();
  const { window } = stage;
  const status = "checkpoint-dev.checkpoint.checkpoint.status";
  await window.statusBarItem(status).waitFor();
  const newest = stage.row(`step ${MANY}`);
  const icon = window.page
    .locator('.activitybar .action-label[aria-label^="Checkpoint"]')
    .first();
  const [host] = stage.server.hostPids();
  await until("the window has started", async () => {
    const before = processorMs(host);
    await window.page.waitForTimeout(1000);
    return processorMs(host) - before < 20;
  });
  // The first time the view is created; later it is only shown.
  const firstRow = async (name) => {
    const before = processorMs(host);
    const shown = await timeFromClick(window.page, `step ${MANY}`);
    await icon.click();
    await newest.waitFor();
    const [ms, pane] = await shown.evaluate(({ ended }) => ended);
    const busy = Math.round(processorMs(host) - before);
    console.log(
      `${name}: ${Math.round(ms)} ms, the editor's empty pane after ${Math.round(pane)} ms; extension host: ${busy} ms busy`,
    );
  };
  await firstRow("first row, view opened");
  await window.activityBar("Explorer");
  await newest.waitFor({ state: "hidden" });
  await window.page.waitForTimeout(DOUBLE_CLICK_MS + 100);
  await firstRow("first row, view shown again");
  const frames = await scrolled(stage);
  const at = (part) => frames[Math.floor(frames.length * part)]?.toFixed(0);
  console.log(
    `scrolling: ${frames.length} frames, median ${at(0.5)} ms, 99th ${at(0.99)} ms`,
  );
  for (const pid of stage.server.hostPids()) {
    const text = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    const kb = Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]);
    console.log(`extension host: ${Math.round(kb / 1024)} MB`);
  }
  await stage.close();
}

/** A handle to how long after the next click the page has a row with this name, and its pane. */
function timeFromClick(page, name) {
  return page.evaluateHandle((label) => {
    const clicked = new Promise((done) =>
      addEventListener("click", () => done(performance.now()), {
        ...{ capture: true, once: true },
      }),
    );
    let drawn;
    const found = new Promise((done) => {
      const look = () => {
        // The explorer has a pane called Timeline, too.
        const pane = ".pane-header[aria-label^='Deleted Files Section']";
        if (document.querySelector(pane)?.checkVisibility())
          drawn ??= performance.now();
        const names = document.querySelectorAll(".sidebar .label-name");
        // After its time and a space that titles never have.
        const shown = [...names].map((name) => name.textContent);
        if (!shown.some((text) => text.split("\u2002").at(-1) === label))
          return;
        observer.disconnect();
        done(performance.now());
      };
      const observer = new MutationObserver(look);
      void clicked.then(() => {
        const changes = { childList: true, subtree: true, characterData: true };
        observer.observe(document.body, changes);
        look();
      });
    });
    // In an object, or the caller would wait for it.
    return {
      ended: Promise.all([clicked, found]).then(([from, to]) => [
        to - from,
        drawn - from,
      ]),
    };
  }, name);
}

/** The processor time of a process, its threads included. */
function processorMs(pid) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = text.split(") ").at(-1).split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10; // Ticks of a hundredth of a second.
}

/** The durations of frames, ascending, while rows are scrolled through. */
async function scrolled({ window, timeline }) {
  const { page } = window;
  await page.evaluate(() => {
    globalThis.frames_ = [];
    let last = performance.now();
    const frame = (now) => {
      globalThis.frames_.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const list = timeline.locator(".monaco-list").first();
  await list.hover();
  for (let i = 0; i < 200; i++) await page.mouse.wheel(0, 120);
  const frames = await page.evaluate(() => globalThis.frames_);
  return frames.sort((a, b) => a - b);
}
