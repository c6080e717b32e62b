// The test files, and which of them need the machine to themselves.
import fs from "node:fs";
import path from "node:path";
import { projectDir, testDir } from "./paths.mjs";

/** The longest first, so that nothing waits for them at the end. */
const LONGEST = [
  /^kill\/kill/,
  /^fault\/restore/,
  /^(extensionHost|checks)$/,
  /^(fault|damage|property|format)\//,
  /(longRun|gitRevert|firstCapture)$/,
  /^(worker|engine\/capture)$/,
  /^(cli|agents\/hooks|mcp)\//,
];

/** Random cases, which `npm run soak` runs longer. */
const RANDOM =
  /(^|\/)(property|fault|damage|fuzz|longRun|gitRevert|kill|concurrency)/i;

/** Rules tested with generated values: `npm run soak` uses different ones. */
const GENERATED =
  /^(engine|exchange)\/(.*\/)?(bisect|exactText|merge|plainGlobs|reference|renames|requiredText|retentionRules|revertRules|tar|\w+LikeGit)$/;

const isRandom = (name) => RANDOM.test(name) || GENERATED.test(name);

/**
 * These create and remove thousands of folders on a simulated disk that fails or
 * forgets, or for git to compare with, so a memory-backed file system may be below it.
 * All others use the real disk.
 */
const IN_MEMORY = /^((property|fault|damage)\/|revert\/gitRevert$)/;

/**
 * Rules and small parts: many small files; those of a folder share a process, because
 * starting one takes longer than most of them run.
 */
const SMALL =
  /^(base|engine|exchange|extension|host|recorder|wording|worker)\//;

/**
 * In the same folders, but too much for `npm run test:unit`: these compare with git or
 * start many other processes or threads, use thousands of files, write many megabytes,
 * or try every step of an operation. Each has its own process.
 */
const LARGE = new RegExp(
  "^(" +
    [
      ".*LikeGit",
      "engine/capture/(budget|capture|firstCapture|unsettled)",
      "engine/history/wrongClock",
      "engine/restore/interrupted",
      "engine/retention/(quota|retention)",
      "engine/search/searchContents",
      "engine/store/(takenOver|replaced)",
      "engine/store/index/(indexSaver|storeIndex)",
      "engine/store/lock/(lock|lockSteps)",
      "engine/verdicts/recordVerdict",
      "engine/workspace/(gitState|givenPaths|listings|racyTimes)",
      "exchange/.*",
      "host/adopt",
      "worker/.*",
    ].join("|") +
    ")$",
);

/** These run inside VS Code, loaded by their entry. */
const IN_HOST = /^extension\/host\//;

/** These need root, mounts or another system: see platforms.mjs. */
const OTHER = /^platforms\//;
const WINDOWS = /^platforms\/onWindows\//;

/** These download what they need: see library.mjs. */
const INSTALLED = /^installed\//;

/** Sorts jobs by name into the order in which to start them. */
export function longestFirst(jobs) {
  const rank = ({ name }) => {
    const found = LONGEST.findIndex((pattern) => pattern.test(name));
    return found < 0 ? LONGEST.length : found;
  };
  return jobs.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the names of the suites for plain Node, built or not. */
export function suiteNames() {
  const elsewhere = [IN_HOST, OTHER, INSTALLED];
  return allNames().filter((name) => !elsewhere.some((one) => one.test(name)));
}

function allNames() {
  return fs
    .readdirSync(path.join(projectDir, "test"), { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => name.slice(0, -".test.ts".length))
    .sort();
}

/** Returns the suites of `npm run test:platforms` that this system runs itself. */
export function findPlatformSuites(isWanted) {
  return allNames()
    .filter((name) => OTHER.test(name) && !WINDOWS.test(name))
    .filter(isWanted)
    .map(asSuite);
}

/** Returns those written only for Windows. */
export function findWindowsSuites() {
  return allNames()
    .filter((name) => WINDOWS.test(name))
    .map(asSuite);
}

/** Returns the suites of `npm run test:library`. */
export function findInstalledSuites() {
  return allNames()
    .filter((name) => INSTALLED.test(name))
    .map(asSuite);
}

function asSuite(name) {
  const files = [path.join(testDir, name + ".test.js")];
  return { name, files, env: {} };
}

/** Of those, the names that `npm run soak` runs. */
export function randomNames() {
  return suiteNames().filter(isRandom);
}

/** Returns the built suites of plain Node as `{ name, files, env, isUnit }`. */
export function findSuites(isWanted) {
  const names = suiteNames().filter(isWanted);
  const suites = new Map();
  for (const name of names) {
    const isShared = isUnit(name) || /^(exchange|worker)\//.test(name);
    const key = isShared ? roomOf(name) : name;
    const files = suites.get(key) ?? [];
    suites.set(key, [...files, path.join(testDir, name + ".test.js")]);
  }
  return [...suites].map(([name, files]) => ({
    name,
    files,
    env: IN_MEMORY.test(name) ? inMemory() : {},
    isUnit: files.every((file) => isUnit(nameOf(file))),
  }));
}

/** True for a suite that `npm run test:unit` runs. */
export function isUnit(name) {
  return (
    SMALL.test(name) &&
    !IN_HOST.test(name) &&
    !RANDOM.test(name) &&
    !LARGE.test(name)
  );
}

function nameOf(file) {
  const name = path.relative(testDir, file).replaceAll("\\", "/");
  return name.slice(0, -".test.js".length);
}

/** The suites that share a process: those of a room, or of a room of the engine. */
function roomOf(name) {
  const [first, ...rest] = path.posix.dirname(name).split("/");
  return first === "engine" && rest.length > 0 ? `engine/${rest[0]}` : first;
}

/** Temporary files go to memory if the system offers a folder for that. */
function inMemory() {
  const memory = "/dev/shm";
  try {
    fs.accessSync(memory, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize > 1024 ** 3 ? { TMPDIR: memory } : {};
  } catch {
    return {};
  }
}

/**
 * Takes items from the queue, a few at a time, until none are left; several may
 * run.
 */
export async function inParallel(waiting, atOnce, work) {
  const lane = async () => {
    for (let item; (item = waiting.shift());) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
