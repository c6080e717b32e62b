import fs from "node:fs";
import path from "node:path";
import { startWorker } from "../../src/worker/startWorker";
import type { EngineClient } from "../../src/worker/client";
import { median, toRow, type Row } from "./measures";
import { filesOf, type Size } from "./targets";
import { Workspace } from "./workspace";

const assetsDir = path.resolve(__dirname, "../../../dist");
const SAVES = 100;
/** Enough to show what is no longer so; each waits for a whole read. */
const SAVES_IN_LINE = 20;
const PAUSE_MS = 20;
/** A first capture is repeated until there were enough saves, but not more often. */
const MOST_CAPTURES = 10;
/** A save is durable within this time, however long what was asked for before it takes. */
const MOST_MS = 150;

/** Repeated while saves are measured; each takes longer than a save. */
const READS: Record<string, (engine: EngineClient) => Promise<unknown>> = {
  "a search": (engine) => engine.search({ regex: "no[a-z]+such(text|word)" }),
  "a diff of everything": (engine) =>
    engine.diff("full", "changed", { patch: true }),
  "a verify": (engine) => engine.verify(),
};

/**
 * How long a save waits until it is on the disk, while long reads are under way: on the thread
 * that records, as it once was, and beside it. A first capture lets saves through in both.
 */
export async function waiting(
  dir: string,
  size: Size,
  log: (text: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const readBeside of [false, true]) {
    const count = readBeside ? SAVES : SAVES_IN_LINE;
    const how = readBeside ? "beside" : "in line";
    const note = (title: string, found: readonly number[]) =>
      rows.push(...distribution(size, `${title}, ${how}`, found, readBeside));
    log(`${size}: saves while others read, ${how}`);
    const first: number[] = [];
    let place = await prepared(dir, size, readBeside);
    // In line there is only one save in each first capture.
    for (let n = 1; ; n++) {
      first.push(...place.first);
      if (!readBeside || n === MOST_CAPTURES || first.length >= SAVES) break;
      await place.close();
      place = await prepared(dir, size, readBeside);
    }
    const { engine, workspace } = place;
    note("a save during a first capture", first);
    const save = saver(engine, workspace);
    note("a save alone", await saves(save, count));
    const all = (one: EngineClient) =>
      Promise.all(Object.values(READS).map((read) => read(one)));
    for (const [name, read] of Object.entries({
      ...READS,
      "all three at once": all,
    })) {
      let isOver = false;
      const reading = (async () => {
        while (!isOver) await read(engine);
      })();
      note(`a save during ${name}`, await saves(save, count));
      isOver = true;
      await reading;
    }
    await place.close();
  }
  return rows;
}

/** A history in which every file changed once, and how long saves waited for its first capture. */
async function prepared(dir: string, size: Size, readBeside: boolean) {
  const root = path.join(dir, `waiting-${size}`);
  const storeDir = path.join(dir, `waiting-store-${size}`);
  fs.rmSync(storeDir, { recursive: true, force: true });
  const workspace = new Workspace(root, filesOf(size));
  workspace.make();
  const worker = startWorker({
    script: path.join(assetsDir, "worker.js"),
    readBeside,
  });
  const location = {
    ...{ root, storeDir, home: dir, dataDir: path.join(dir, "data") },
    ...{ isExplicit: true, settings: null },
  };
  const engine = await worker.open({
    ...{ root, home: dir, isHomeChosen: true, location, assetsDir },
    settings: {},
  });
  const first: number[] = [];
  const capturing = engine.checkpoint({ name: "full" });
  let isOver = false;
  void capturing.then(() => (isOver = true));
  const save = saver(engine, workspace);
  // Those that begin when it is over are no longer part of it.
  while (!isOver) {
    const [ms] = await saves(save, 1);
    first.push(ms!);
  }
  await capturing;
  workspace.change(workspace.files.map((_, i) => i));
  await engine.checkpoint({ name: "changed" });
  const { modified } = await engine.diff("full", "changed");
  if (modified.length < filesOf(size) - 1)
    throw new Error("This is not a diff of everything.");
  return {
    ...{ engine, workspace, first },
    async close() {
      await worker.close();
      workspace.leave();
    },
  };
}

/** Returns a function that saves the next file, and resolves once it is durable. */
function saver(
  engine: EngineClient,
  workspace: Workspace,
): () => Promise<unknown> {
  let n = 0;
  return () => {
    const paths = workspace.change([n++ % 200]);
    return engine.capture({ paths, source: "editor" });
  };
}

async function saves(
  save: () => Promise<unknown>,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const start = performance.now();
    await save();
    times.push(performance.now() - start);
  }
  return times;
}

function distribution(
  size: Size,
  title: string,
  times: readonly number[],
  isPromised: boolean,
): Row[] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
  const row = (what: string, ours: number, target: number | null = null) =>
    toRow(size, `${title}: ${what}`, "ms", {
      ...{ ours, git: null, target },
      targetOf: target === null ? null : "unit",
    });
  const target = isPromised ? MOST_MS : null;
  if (times.length === 1) return [row("one save", times[0]!, target)];
  return [
    row("median", median(times)),
    row("90 of 100 within", at(0.9)),
    row("99 of 100 within", at(0.99), target),
  ];
}
