// Installs the packages of the lock file, if they are not installed yet. Needs only
// Node and npm, so that a fresh clone can be tested immediately.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectDir } from "./paths.mjs";

/** Runs `npm ci` if needed; throws if it fails. */
export function install() {
  if (isInstalled()) return;
  console.log("Installing the dependencies (npm ci)...");
  // Even if the environment tells npm to omit development packages.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  // Under npm, the same npm: on Windows `npm` is a script that needs a shell.
  const npm = process.env.npm_execpath;
  const { status, error } = npm?.endsWith("js")
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, options);
  if (status !== 0)
    throw new Error(
      `The dependencies could not be installed: npm ci ended with ${status ?? error}.`,
    );
}

const options = { cwd: projectDir, stdio: "inherit" };

/**
 * Compares versions, not file times: a checkout changes the times of unchanged
 * files. npm records what it installed in a second lock file.
 */
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  const found = packagesIn("node_modules/.package-lock.json");
  if (!wanted || !found) return false;
  const isMissing = ([name, { version, optional }]) =>
    name !== "" && !optional && found[name]?.version !== version;
  const isOther = ([name, { version }]) => wanted[name]?.version !== version;
  return (
    !Object.entries(wanted).some(isMissing) &&
    !Object.entries(found).some(isOther)
  );
}

function packagesIn(file) {
  try {
    const text = fs.readFileSync(path.join(projectDir, file), "utf8");
    return JSON.parse(text).packages;
  } catch {
    return undefined; // Missing and truncated both mean: install.
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) install();
