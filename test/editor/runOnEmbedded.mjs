import path from "node:path";
import { format } from "node:util";
import { borrowBrowser } from "./browser.mjs";
import { screenshotDir } from "./paths.mjs";
import { startServer } from "./server.mjs";

const wrapper = path.join(import.meta.dirname, "stubs", "markOutput.cjs");

/** See `runInHost`. */
export async function runOnEmbedded(run) {
  const server = await startServer({
    settings: run.settings,
    env: { ...run.env, CHECKPOINT_TEST_ENTRY: run.entry },
    smoke: true,
  });
  try {
    return await runInPage(server, run);
  } finally {
    await server.stop();
  }
}

async function runInPage(server, run) {
  const { browser, release } = await borrowBrowser();
  const page = await browser.newPage({
    viewport: { width: 1400, height: 900 },
  });
  const watch = new Watch(server, page, run.timeoutMs);
  try {
    // The two functions that a workbench with the smoke test driver looks for; the
    // second is called last, even if the host died.
    await page.exposeFunction("codeAutomationLog", (type, args) =>
      watch.log(type, args),
    );
    await page.exposeFunction("codeAutomationExit", () => watch.end());
    await page.goto(testUrl(server, run));
    return await watch.exitCode;
  } finally {
    watch.dispose();
    await page.close();
    await release();
  }
}

/** Prints the host's output and determines how the run ended. */
class Watch {
  #reported;
  #resolve;
  #lastSign = Date.now();
  #seen = false;

  constructor(server, page, timeoutMs) {
    this.exitCode = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.timeout = setTimeout(async () => {
      await page
        .screenshot({ path: path.join(screenshotDir, "in-host-timeout.png") })
        .catch(() => {}); // The picture is optional.
      this.#fail(`The tests took longer than ${timeoutMs} ms.`);
    }, timeoutMs);
    this.interval = setInterval(() => this.#checkHost(server), 1000);
  }

  // The host's console and the workbench's own log arrive the same way.
  log(type, args) {
    this.#lastSign = Date.now();
    const [mark, text] = args;
    const end = /^checkpoint-test-end (\d)$/.exec(text);
    if (mark === "checkpoint-test-output")
      if (end) this.#reported = Number(end[1]);
      else console.log(text);
    else if (process.env.CHECKPOINT_TEST_VERBOSE)
      console.log(`[workbench ${type}] ${format(...args)}`);
  }

  end() {
    if (this.#reported === undefined) this.#fail("The extension host died.");
    else this.#resolve(this.#reported);
  }

  // For a crash that the workbench did not notice. The host's output may still
  // arrive afterwards, so wait until it is silent.
  #checkHost(server) {
    const alive = server.hostPids().length > 0;
    this.#seen ||= alive;
    if (alive || !this.#seen) this.#lastSign = Date.now();
    else if (Date.now() - this.#lastSign > 10_000) this.end();
  }

  #fail(message) {
    console.error(message);
    this.#resolve(1);
  }

  dispose() {
    clearTimeout(this.timeout);
    clearInterval(this.interval);
  }
}

function testUrl(server, run) {
  const remote = (file) => `vscode-remote://127.0.0.1:${server.port}${file}`;
  const url = new URL(server.url(run.folder));
  url.searchParams.set(
    "payload",
    JSON.stringify([
      ["extensionDevelopmentPath", remote(run.extensionPath)],
      ["extensionTestsPath", remote(wrapper)],
    ]),
  );
  return url.href;
}
