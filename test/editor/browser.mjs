// One browser for all workbenches of a process; it is closed with the last of them.
import { chromium } from "playwright-core";
import { getBrowser } from "./getBrowser.mjs";

let launching;
let users = 0;

/** Returns the shared browser; call `release` when done. */
export async function borrowBrowser() {
  users += 1;
  launching ??= chromium.launch({
    executablePath: getBrowser(),
    args: [
      // Chromium's sandbox does not work for root, nor in most containers.
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
    ],
  });
  let released = false;
  return {
    browser: await launching,
    async release() {
      if (released) return;
      released = true;
      users -= 1;
      if (users > 0) return;
      const ending = launching;
      launching = undefined;
      await (await ending).close();
    },
  };
}
