// The browser that shows the embedded VS Code: an installed one or, on a test
// machine where we are root, the distribution's.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Returns the path of a Chromium or Chrome; `CHROME_PATH` overrides. */
export function getBrowser() {
  const found = process.env.CHROME_PATH ?? findBrowser() ?? installBrowser();
  if (found) return found;
  throw new Error(
    "The tests that drive the workbench need Chromium or Google Chrome. " +
      "Install one (Debian or Ubuntu: apt-get install chromium), " +
      "or set CHROME_PATH to its executable.",
  );
}

function findBrowser() {
  return findOnPath(names) ?? applications.find(isExecutable);
}

/** Returns the first of these programs that is on the PATH. */
export function findOnPath(programs) {
  const dirs = (process.env.PATH ?? "").split(path.delimiter);
  return programs
    .flatMap((name) => dirs.map((dir) => path.join(dir, name)))
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function installBrowser() {
  if (process.getuid?.() !== 0 || !findOnPath(["apt-get"])) return undefined;
  console.log("Installing Chromium for the tests...");
  for (const args of [["update"], ["install", "-y", "chromium"]]) {
    const { status } = spawnSync("apt-get", ["-q", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) return undefined;
  }
  return findBrowser();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  console.log(getBrowser());
