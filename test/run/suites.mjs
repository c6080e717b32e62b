// Which test files there are, and which of them want the machine to themselves.
import fs from "node:fs";
import path from "node:path";
import { testDir } from "./paths.mjs";

/** The longest first, so that nothing waits for them in the end. */
const LONGEST = [
  /^kill\/kill/,
  /^fault\/restore/,
  /^(host|checks)$/,
  /^(fault|damage|property|format)\//,
  /(longRun|gitRevert|inspector)$/,
  /^(cli|agents\/hooks|mcp)\//,
];

/** Random cases, which `npm run soak` runs for longer. */
const RANDOM =
  /(^|\/)(property|fault|damage|longRun|gitRevert|kill|concurrency)/i;

/**
 * Thousands of folders made and removed, with a disk of their own that fails or
 * forgets: what lies below it may be memory. All others are on the real disk.
 */
const IN_MEMORY = /^(property|fault|damage)\//;

/**
 * Rules and parts, each alone: many small files, of which those of a folder share
 * a process. To start one takes longer than what most of them do in it.
 */
const SMALL = /^(base|engine|extension|hostRoom|worker)\//;

const ENDING = ".test.js";

/** These run inside VS Code, loaded by their entry. */
const IN_HOST = /^extension\/host\//;

/** Sorts jobs by their names into the order in which to begin them. */
export function longestFirst(jobs) {
  const rank = ({ name }) => {
    const found = LONGEST.findIndex((pattern) => pattern.test(name));
    return found < 0 ? LONGEST.length : found;
  };
  return jobs.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the built suites of plain Node as `{ name, files, env, isRandom }`. */
export function findSuites(isWanted) {
  const names = fs
    .readdirSync(testDir, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(ENDING) && !IN_HOST.test(name))
    .map((name) => name.slice(0, -ENDING.length))
    .filter(isWanted)
    .sort();
  const suites = new Map();
  for (const name of names) {
    const isSmall = SMALL.test(name) && !RANDOM.test(name);
    const key = isSmall ? path.posix.dirname(name) : name;
    const files = suites.get(key) ?? [];
    suites.set(key, [...files, path.join(testDir, name + ENDING)]);
  }
  return [...suites].map(([name, files]) => ({
    name,
    files,
    env: IN_MEMORY.test(name) ? inMemory() : {},
    isRandom: RANDOM.test(name),
  }));
}

/** Temporary files go to memory where the system offers a folder for that. */
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

/** `--only engine,cli`: a suite is wanted when its name has one of the words. */
export function wantedBy(only) {
  if (!only) return () => true;
  const words = only.split(",").filter(Boolean);
  return (name) => words.some((word) => name.includes(word));
}

/** Takes items from the row, a few at a time, until none is left; others may too. */
export async function inParallel(waiting, atOnce, work) {
  const lane = async () => {
    for (let item; (item = waiting.shift());) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
