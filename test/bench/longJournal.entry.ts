// A history of very many moments and checkpoints, once: `node out/test/bench/longJournal.entry.js
// [MOMENTS]`. Its journal is written directly, because recording a million moments would take an hour.
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import {
  encodeFrame,
  scanFrames,
} from "../../src/engine/store/journal/journal";
import type { JournalRecord } from "../../src/engine/store/journal/records";
import { contentHash } from "../../src/engine/store/packs/hash";
import { bornVersion } from "../helpers/bornVersion";
import { Random } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";
import { firstText, names } from "./longHistory";
import { median } from "./measures";

const MOMENTS = Number(process.argv[2] ?? 1_000_000);
/** One checkpoint for so many moments. */
const EVERY = 10;
const MOMENT_MS = 30_000;

async function main(): Promise<void> {
  const workspace = new TempWorkspace(
    Object.fromEntries(names.map((name) => [name, firstText(name)])),
  );
  const settings = { maxStoreSizeBytes: 64 * 1024 ** 3 };
  const reopen = (engine: Engine) => workspace.reopen(engine, { settings });
  try {
    let engine = await workspace.open({ settings });
    engine.checkpoint({ kind: "session" });
    engine.close();
    appendMoments(path.join(workspace.storeDir, "journal", "1.log"));
    const index = path.join(workspace.storeDir, "index");
    fs.rmSync(index, { recursive: true });
    fs.mkdirSync(index);
    await timed("open without an index", 1, async () => {
      engine = await workspace.open({ settings });
    });
    await timed("save one file, first", 1, () => save(workspace, engine, 0));
    await timed("close, with the index", 1, () => engine.close());
    await timed("open", 3, async () => {
      engine = await reopen(engine);
    });
    await timed("save one file, first", 1, () => save(workspace, engine, 1));
    await timed("save one file", 50, (n) => save(workspace, engine, n + 2));
    await timed("latest", 20, () => void engine.resolve("latest"));
    await timed("list newest 50", 20, () => void engine.list({ limit: 50 }));
    await timed("list 50 from the middle", 20, () => {
      engine.list({ limit: 50, before: MOMENTS / EVERY / 2 });
    });
    await timed("one file's history", 20, (n) => {
      engine.history(names[n * 7 + 100]!);
    });
    await timed("diff of neighbours", 20, (n) => {
      engine.diff(`#${n * 50}`, `#${n * 50 + 1}`, { content: false });
    });
    await timed("diff of everything", 1, () => {
      engine.diff("#1", "latest", { content: false });
    });
    await timed("plan a restore of one file", 10, (n) => {
      const to = `#${Math.floor(MOMENTS / EVERY / 2) + n}`;
      engine.planRestore({ to, paths: [names[n]!] });
    });
    await timed("usage", 1, () => void engine.usage());
    await timed(
      "prune, rehearsed",
      1,
      () => void engine.prune({ dryRun: true }),
    );
    await timed("prune", 1, () => {
      const { removed, versions } = engine.prune();
      console.log(
        `removed ${removed.length} checkpoints, ${versions} versions`,
      );
    });
    await timed("save one file after it", 1, () => save(workspace, engine, 99));
    engine.close();
  } finally {
    workspace.dispose();
  }
}

/** Two changed files for each moment, in the format of the journal. */
function appendMoments(file: string): void {
  const random = new Random(1);
  const hashes = names.map((name) => contentHash(Buffer.from(firstText(name))));
  let { seq } = scanFrames(fs.readFileSync(file)).frames.at(-1)!;
  const fd = fs.openSync(file, "a");
  const frames: Buffer[] = [];
  const flush = () => fs.writeSync(fd, Buffer.concat(frames.splice(0)));
  const add = (record: JournalRecord) => {
    frames.push(Buffer.from(encodeFrame(++seq, record)));
    if (frames.length > 5_000) flush();
  };
  const start = Date.now() - MOMENTS * MOMENT_MS;
  for (let n = 2; n <= MOMENTS; n++) {
    const at = start + n * MOMENT_MS;
    const source = random.pick(["editor", "codex", "claude-code", "outside"]);
    const born = [0, 1].map(() =>
      bornVersion(random.pick(names), random.pick(hashes)),
    );
    if (born[0]!.path === born[1]!.path) born.pop();
    const rest = { full: false, died: [], blobs: [] };
    add({ t: "moment", n, at, source, born, ...rest });
    if (n % EVERY === 0) add(checkpoint(n, at, source));
  }
  flush();
  fs.closeSync(fd);
  const size = fs.statSync(file).size / 1024 ** 2;
  console.log(`${MOMENTS} moments, ${size.toFixed(0)} MB of journal`);
}

function checkpoint(n: number, at: number, source: string): JournalRecord {
  const number = n / EVERY;
  return {
    ...{ t: "checkpoint", id: `c${String(number).padStart(11, "0")}`, number },
    ...{ moment: n, at, source, kind: "automatic", pinned: false },
    ...{ name: null, description: null, git: null, metadata: {}, task: null },
    ...{ thread: null, message: null },
  };
}

function save(workspace: TempWorkspace, engine: Engine, n: number): void {
  workspace.write(names[n]!, `saved ${n} ${process.pid}\n`);
  engine.checkpoint({ paths: [names[n]!] });
}

/** Prints the median of the elapsed and of the processor time, and the memory after it. */
async function timed(
  what: string,
  times: number,
  work: (n: number) => void | Promise<void>,
): Promise<void> {
  const cpu: number[] = [];
  const elapsed: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = process.cpuUsage();
    const start = performance.now();
    await work(n);
    elapsed.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  const ms = (values: number[]) => `${median(values).toFixed(1)} ms`;
  const mb = (process.memoryUsage().rss / 1024 ** 2).toFixed(0);
  console.log(`${what}: ${ms(cpu)} of ${ms(elapsed)}, ${mb} MB`);
}

void main();
