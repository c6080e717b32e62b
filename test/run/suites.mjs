// Which test files there are, and which of them want the machine to themselves.
import fs from "node:fs";
import path from "node:path";
import { testDir } from "./paths.mjs";

/** Killed processes, races and time-outs mean something only on a quiet machine. */
const ALONE = /(^|\/)(kill|concurrency|soak)/i;

/** Generated cases by the thousand: begun first, so that nothing waits for them. */
const LONG = /(^|\/)(property|fault|damage|longRun|gitRevert)/i;

/** These run inside VS Code, loaded by their entry. */
const IN_HOST = /^extension\/host\//;

/**
 * Written, and not yet seen to pass as a whole on a quiet machine: run by
 * `npm test -- --all`, and named by every other run so that nobody takes them
 * for done.
 */
export const NOT_YET = /^(fault|damage|kill)\/|^revert\/gitRevert$|^(host|ui)$/;

/** Returns the built suites of plain Node as `{ name, file, isAlone, isLong }`. */
export function findSuites() {
  return fs
    .readdirSync(testDir, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".test.js") && !IN_HOST.test(name))
    .sort()
    .map((file) => {
      const name = file.slice(0, -".test.js".length);
      return {
        name,
        file: path.join(testDir, file),
        isAlone: ALONE.test(name),
        isLong: LONG.test(name),
      };
    });
}

/** `--only engine,cli`: a suite is wanted when its name has one of the words. */
export function wantedBy(only) {
  if (!only) return () => true;
  const words = only.split(",").filter(Boolean);
  return (name) => words.some((word) => name.includes(word));
}

/** Runs the work of each, a few at a time, in order of their start. */
export async function inParallel(items, atOnce, work) {
  const waiting = [...items];
  const lane = async () => {
    for (let item; (item = waiting.shift());) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
