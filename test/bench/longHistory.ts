import type { Engine } from "../../src/engine/api";
import type { ManualClock } from "../helpers/manualClock";
import type { Random } from "../helpers/random";

// A history of very many moments, by several authors, as a time machine would show it.

export const FILES = 10_000;
const SOURCES = ["editor", "editor", "codex", "claude-code", "outside", "git"];

export const names = Array.from(
  { length: FILES },
  (_, i) => `src/d${i % 100}/f${i}.ts`,
);

export function firstText(name: string): string {
  return `${name}\n`;
}

/** Captures two changed files for each moment; the folder has the files already. */
export function recordMoments(
  engine: Engine,
  {
    moments,
    clock,
    random,
    write,
  }: {
    moments: number;
    clock: ManualClock;
    random: Random;
    write: (name: string, text: string) => void;
  },
): void {
  engine.configure({ maxCheckpoints: 1_000_000 });
  engine.checkpoint({ kind: "session" });
  for (let n = 2; n <= moments; n++) {
    clock.advance(random.between(1000, 60_000));
    const paths = [random.pick(names), random.pick(names)];
    for (const path of paths) write(path, `${n}\n${n % 7}\n`);
    const source = random.pick(SOURCES);
    engine.capture({ paths, source });
    if (n % 10 === 0)
      engine.checkpoint({ kind: "automatic", capture: false, source });
    if (n % 500 === 0)
      engine.checkpoint({ kind: "manual", name: `step ${n}`, capture: false });
  }
}
