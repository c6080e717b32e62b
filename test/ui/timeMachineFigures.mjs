// The time machine on a history of 100,000 moments and 10,000 files in the real window:
// `[MOMENTS] [MINUTES]`. Prints how much script a frame of a drag takes, how long it takes from the
// playhead to the diff, what is sent, and the memory before and after some minutes of play.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "../editor/paths.mjs";
import { until } from "../editor/until.mjs";
import { closeHouses } from "./house.mjs";
import { openStage } from "./stage.mjs";
import { TimeMachine } from "./timeMachinePanel.mjs";

const MOMENTS = Number(process.argv[2] ?? 100_000);
const MINUTES = Number(process.argv[3] ?? 10);
const JUMPS = 60;

try {
  await measure();
} finally {
  await closeHouses();
}

async function measure() {
  const stage = await openStage({
    settings: {
      "checkpoint.auto.enabled": false,
      "checkpoint.maxCheckpoints": 1_000_000,
    },
    isClosed: true,
  });
  fs.mkdirSync(stage.folder, { recursive: true });
  execFileSync(process.execPath, [
    path.join(projectDir, "out/test/bench/longWorkspace.entry.js"),
    ...[stage.folder, stage.server.globalStorageDir, String(MOMENTS)],
  ]);
  await stage.open();
  await stage.showTimeline();
  const machine = new TimeMachine(stage.window);
  const started = performance.now();
  await machine.open();
  console.log(`open: ${Math.round(performance.now() - started)} ms`);
  const cdp = await stage.window.page
    .context()
    .newCDPSession(stage.window.page);
  await countMessages(machine);

  await machine.drag(0.99, 0.5);
  await until(
    "files are listed",
    async () => (await machine.files.count()) > 5,
  );
  await machine.files.first().click();
  await stage.window.diffEditor().waitFor();

  await dragged(machine, cdp);
  await followed(stage, machine);
  await played(stage, machine, cdp);
  await stage.close();
}

/** What the extension sends to the page is counted in the page. */
async function countMessages({ frame }) {
  await frame.locator("main").evaluate(() => {
    globalThis.sent_ = { messages: 0, bytes: 0 };
    addEventListener("message", ({ data }) => {
      globalThis.sent_.messages++;
      globalThis.sent_.bytes += JSON.stringify(data).length;
    });
  });
}

function sent({ frame }) {
  return frame.locator("main").evaluate(() => ({ ...globalThis.sent_ }));
}

/** Our script in each frame while the playhead is dragged through all of history, there and back. */
async function dragged(machine, cdp) {
  const events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await cdp.send("Tracing.start", {
    traceConfig: {
      includedCategories: ["devtools.timeline", "blink.user_timing"],
    },
  });
  // Each frame leaves a mark in the trace.
  await machine.frame.locator("main").evaluate(() => {
    const mark = () => {
      performance.mark("frame");
      globalThis.marking_ = requestAnimationFrame(mark);
    };
    mark();
  });
  const before = await sent(machine);
  await machine.drag(0.95, 0.05, 150);
  await machine.drag(0.05, 0.95, 150);
  const after = await sent(machine);
  await machine.frame
    .locator("main")
    .evaluate(() => cancelAnimationFrame(globalThis.marking_));
  const ended = new Promise((done) =>
    cdp.once("Tracing.tracingComplete", done),
  );
  await cdp.send("Tracing.end");
  await ended;
  const ours = events.filter(
    ({ name, args }) =>
      name === "FunctionCall" && args?.data?.url?.includes("timeMachine.js"),
  );
  const { tid, pid } = ours[0];
  const frames = events
    .filter(
      (each) => each.name === "frame" && each.tid === tid && each.pid === pid,
    )
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const times = frames.slice(1).map((end, i) => {
    const inside = ours.filter(({ ts }) => ts >= frames[i] && ts < end);
    return outermost(inside).reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000;
  });
  const busy = times.filter((ms) => ms > 0);
  const under = times.filter((ms) => ms < 16).length / times.length;
  print("drag, script of the page in a frame", busy, "ms");
  print(
    "drag, from frame to frame",
    frames.slice(1).map((end, i) => (end - frames[i]) / 1000),
    "ms",
  );
  console.log(
    `drag: ${times.length} frames, ${(100 * under).toFixed(1)} of 100 with under 16 ms of script`,
  );
  const [messages, bytes] = ["messages", "bytes"].map(
    (key) => (after[key] - before[key]) / 2,
  );
  console.log(
    `drag: ${messages} messages and ${Math.round(bytes / 1024)} KB received for each`,
  );
}

/** Calls within other calls would be counted twice. */
function outermost(calls) {
  let end = -Infinity;
  return calls
    .toSorted((a, b) => a.ts - b.ts)
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

/** From the press of a button on the strip to the changed text in the editor. */
async function followed(stage, machine) {
  const { page } = stage.window;
  await page.evaluate(() => {
    const lines = document.querySelector(
      ".editor-group-container.active .monaco-diff-editor .editor.original .view-lines",
    );
    new MutationObserver(() => {
      globalThis.shown_ ??= Date.now();
    }).observe(lines, { childList: true, subtree: true, characterData: true });
  });
  const main = machine.frame.locator("main");
  await main.evaluate(() => {
    addEventListener(
      "pointerdown",
      () => (globalThis.pressed_ = Date.now()),
      true,
    );
  });
  const box = await machine.plot.boundingBox();
  const times = [];
  for (let i = 0; i < JUMPS; i++) {
    await page.evaluate(() => (globalThis.shown_ = undefined));
    const share = ((i * 0.618_034) % 1) * 0.9 + 0.02;
    await page.mouse.click(
      box.x + share * (box.width - 10),
      box.y + box.height / 3,
    );
    // A file that is the same at both times does not change.
    const shown = await page
      .waitForFunction(() => globalThis.shown_, undefined, { timeout: 3000 })
      .then((handle) => handle.jsonValue())
      .catch(() => undefined);
    if (shown)
      times.push(shown - (await main.evaluate(() => globalThis.pressed_)));
  }
  print(
    `from the playhead to the diff (${times.length} of ${JUMPS} jumps)`,
    times,
    "ms",
  );
}

async function played(stage, machine, cdp) {
  const memory = async (when) => {
    await cdp.send("HeapProfiler.collectGarbage");
    const { metrics } = await cdp.send("Performance.getMetrics");
    const of = (name) => metrics.find((each) => each.name === name).value;
    const hosts = stage.server.hostPids().map((pid) => {
      const text = fs.readFileSync(`/proc/${pid}/status`, "utf8");
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024);
    });
    console.log(
      `${when}: window ${(of("JSHeapUsedSize") / 2 ** 20).toFixed(1)} MB of objects, ${of("Nodes")} nodes; extension host ${hosts.join()} MB`,
    );
  };
  await cdp.send("Performance.enable");
  await machine.press("Home", /./);
  await memory("before play");
  await machine.frame.getByLabel("Speed").selectOption("25");
  const before = await sent(machine);
  await machine.button("Play").click();
  for (let minute = 1; minute <= MINUTES; minute++) {
    await stage.window.page.waitForTimeout(60_000);
    if (minute === 1 || minute === MINUTES)
      await memory(`after ${minute} min of play`);
  }
  const after = await sent(machine);
  console.log(
    `play: ${Math.round((after.bytes - before.bytes) / 1024 / MINUTES)} KB received in a minute`,
  );
  await machine.button("Pause").click();
}

function print(what, values, unit) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) =>
    sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
  console.log(
    `${what}: median ${at(0.5)}, 95th ${at(0.95)}, most ${at(1)} ${unit}`,
  );
}
