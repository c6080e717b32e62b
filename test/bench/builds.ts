import fs from "node:fs";
import path from "node:path";

/** A build to measure: the one of this checkout, or another one. */
export interface Build {
  who: "ours" | "other";
  dist: string;
  /** The engine's process, which each build has compiled with its own engine. */
  entry: string;
}

const here = path.resolve(__dirname, "../../../dist");

/**
 * Returns our build and, for `--against DIST`, the other one. `DIST` is the folder
 * with its bundles; its tests must be built as well, because the engine is no
 * bundle of its own (`node esbuild.config.mjs --tests` makes both).
 */
export function buildsOf(against: string | undefined): Build[] {
  const ours = buildAt("ours", here);
  if (against === undefined) return [ours];
  const other = buildAt("other", path.resolve(against));
  for (const file of [other.entry, path.join(other.dist, "cli.js")])
    if (!fs.existsSync(file)) throw new Error(`--against: no ${file}`);
  return [ours, other];
}

function buildAt(who: Build["who"], dist: string): Build {
  const entry = path.join(dist, "../out/test/bench/engine.entry.js");
  return { who, dist, entry };
}

/**
 * Runs a step for each contender and changes the order each time: whoever comes
 * first pays for cold caches and for whatever the machine is doing.
 */
export class Turns {
  constructor(private turn = 0) {}

  async each<T>(
    contenders: readonly T[],
    step: (contender: T) => unknown,
  ): Promise<void> {
    const first = this.turn++ % contenders.length;
    for (const one of [
      ...contenders.slice(first),
      ...contenders.slice(0, first),
    ])
      await step(one);
  }
}
