// Draws icon.svg as media/icon.png, the size the marketplace shows.
import { chromium } from "playwright-core";
import fs from "node:fs";
import path from "node:path";
import { getBrowser } from "../../test/editor/getBrowser.mjs";

const here = import.meta.dirname;
const svg = fs.readFileSync(path.join(here, "icon.svg"), "utf8");
const browser = await chromium.launch({
  executablePath: getBrowser(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<style>* { margin: 0 } svg { display: block }</style>${svg}`);
await page.screenshot({
  path: path.join(here, "..", "icon.png"),
  omitBackground: true,
});
await browser.close();
