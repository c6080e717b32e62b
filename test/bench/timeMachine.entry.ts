// `npm run bench:timemachine`: the engine's part of the time machine on a long history. Prints
// how long the questions of a panel take: sums for a window, a playhead's stop, changed files.
import fs from "node:fs";
import type { Engine } from "../../src/engine/api";
import { ManualClock } from "../helpers/manualClock";
import { Random } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";
import { firstText, names, recordMoments } from "./longHistory";

const MOMENTS = Number(process.argv[2] ?? 100_000);
const BUCKETS = 300;
const RENAMED = 300;

async function main(): Promise<void> {
  const random = new Random(1);
  const clock = new ManualClock();
  const workspace = new TempWorkspace(
    Object.fromEntries(names.map((name) => [name, firstText(name)])),
  );
  try {
    let engine = await workspace.open({ clock });
    const write = (name: string, text: string) => workspace.write(name, text);
    recordMoments(engine, { moments: MOMENTS, clock, random, write });
    engine = await workspace.reopen(engine, { clock });
    measure(engine, clock, random);
    measureRenames(engine, workspace);
  } finally {
    workspace.dispose();
  }
}

function measure(engine: Engine, clock: ManualClock, random: Random): void {
  const { start } = engine.timeline({ from: "1m" });
  const startMs = Date.parse(start!);
  const at = (share: number) =>
    new Date(startMs + share * (clock.at - startMs)).toISOString();
  const all = { buckets: BUCKETS };
  timed("all of history, first", 1, () => engine.timeline(all));
  timed("all of history", 20, () => engine.timeline(all));
  timed("a random tenth", 50, () => {
    const share = random.next() * 0.9;
    engine.timeline({ ...all, from: at(share), to: at(share + 0.1) });
  });
  timed("the last hour", 50, () =>
    engine.timeline({ ...all, from: "1h", lines: true }),
  );
  const folder = { ...all, path: "src/d7" };
  timed("one folder, first", 1, () => engine.timeline(folder));
  timed("one folder", 20, () => engine.timeline(folder));
  const last = engine.timelineStop({ moment: 1, by: "end" })!.moment;
  const stops: number[] = [];
  timed("a stop", 500, () => {
    stops.push(engine.timelineStop({ at: at(random.next()) })!.moment);
  });
  timed("files that differ from now, first", 1, () =>
    engine.timelineFiles({ from: stops[0]!, to: last, limit: 200 }),
  );
  timed("files that differ from now", 20, () =>
    engine.timelineFiles({ from: random.pick(stops), to: last, limit: 200 }),
  );
  const visible = names.slice(0, 20);
  timed("lines of 20 files that differ from now", 20, () =>
    engine.timelineFiles({
      ...{ from: random.pick(stops), paths: visible, lines: true },
    }),
  );
  timed("files that differ from the stop before", 200, () => {
    const from = random.pick(stops.filter((n) => n < last));
    engine.timelineFiles({ from, to: from + 1, limit: 200 });
  });
  const answer = JSON.stringify(engine.timeline(all));
  console.log(`bytes of all of history: ${answer.length}`);
  const status = fs.readFileSync("/proc/self/status", "utf8");
  console.log(`memory: ${/VmRSS:\s+(\d+)/.exec(status)?.[1]} kB`);
}

/** A folder whose files were all renamed and edited, beside those that differ anyway. */
function measureRenames(engine: Engine, workspace: TempWorkspace): void {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join("");
  const made = Array.from({ length: RENAMED }, (_, i) => `old/f${i}.ts`);
  for (const name of made) workspace.write(name, `${name}\n${lines}`);
  const from = engine.capture({ paths: made, source: "editor" }).moment;
  const moved = made.map((name) => name.replace("old/", "new/"));
  for (const [i, name] of moved.entries()) {
    workspace.remove(made[i]!);
    workspace.write(name, `${made[i]}\n${lines}// moved\n`);
  }
  engine.capture({ paths: [...made, ...moved], source: "editor" });
  const ask = () => engine.timelineFiles({ from, limit: 200 });
  timed(`files that differ, ${RENAMED} renamed and edited, first`, 1, ask);
  timed(`files that differ, ${RENAMED} renamed and edited`, 20, ask);
  const { files } = ask();
  const paired = files.filter(({ status }) => status === "renamed").length;
  console.log(`paired among the first 200: ${paired}`);
}

/** Prints the median and the 95th percentile of the processor time of a question. */
function timed(what: string, times: number, work: () => void): void {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  taken.sort((a, b) => a - b);
  const part = (share: number) =>
    taken[Math.floor((times - 1) * share)]!.toFixed(1);
  console.log(`${what}: median ${part(0.5)} ms, 95th ${part(0.95)} ms`);
}

void main();
