// The engine in a separate process, so that its memory can be measured. It does
// what the parent requests, one thing at a time, and measures times here, so that
// they do not include the messages.
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import { realDisk } from "../../src/base/realDisk";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import type { Answer, Ask } from "./engineProcess";
import type { Story } from "./story";
import { BREAKS_AT, chapter, CHECKPOINTS, LABEL } from "./story";
import { overwrite, textOf } from "./workspace";

const assetsDir = path.resolve(__dirname, "../../../dist");
let engine: Engine | undefined;

async function answer(ask: Ask): Promise<Answer> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const value = await perform(ask);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, value };
}

async function perform(ask: Ask): Promise<unknown> {
  if (ask.do === "open") {
    engine = await openEngine({
      home: homeDir(),
      root: ask.root,
      storeDir: ask.storeDir,
      assetsDir,
      settings: {
        maxStoreSizeBytes: 64 * 1024 ** 3,
        budgetFiles: 2_000_000,
        budgetBytes: 64 * 1024 ** 3,
      },
      // For filling a store quickly; nothing is measured in this mode.
      ...(ask.unsynced
        ? { disk: { ...realDisk, sync: () => {}, syncFolder: () => {} } }
        : {}),
    });
    return null;
  }
  if (!engine) throw new Error("open comes first");
  return act(engine, ask);
}

function act(engine: Engine, ask: Ask): unknown {
  switch (ask.do) {
    case "capture":
      return engine.capture({ paths: ask.paths }).isNew;
    case "checkpoint":
      return engine.checkpoint({ kind: "manual", paths: ask.paths }).number;
    case "restore": {
      const plan = engine.planRestore({ to: ask.to, paths: ask.paths });
      const report = engine.applyRestore(plan, { rescan: false });
      return {
        writes: plan.writes.length,
        deletes: plan.deletes.length,
        applied: report.applied,
      };
    }
    case "fill":
      return fill(engine, ask.count, ask.files);
    case "judge":
      return judgeAll(engine, ask.newest, ask.count);
    case "story":
      return tell(engine, ask.story);
    case "list":
      return engine.list({ limit: ask.limit }).checkpoints.length;
    case "diff":
      return engine.diff(ask.from, ask.to, { content: false }).modified.length;
    case "history":
      return engine.history(ask.path).length;
    case "verdict": {
      const request = { label: LABEL, passed: true, exitCode: 0, ref: ask.of };
      return engine.verdict(request).checkpoint?.number;
    }
    case "resolve":
      return engine.resolve(ask.ref).moment;
    case "search":
      return engine.search(ask.request).hits.length;
    case "memory":
      return process.resourceUsage().maxRSS / 1024;
    case "close":
      engine.close();
      return null;
    default:
      throw new Error(`cannot ${ask.do}`);
  }
}

/** At the end of a filled history, this many checkpoints are bad. */
const FAILING = 100;

/** Checkpoints of one changed file each, and their contents. */
function fill(engine: Engine, count: number, files: string[]): number {
  for (let n = 0; n < count; n++) {
    const path = files[n % files.length]!;
    const bytes = Buffer.from(textOf(n % files.length, 1_000_000 + n));
    overwrite(`${engine.root}/${path}`, bytes);
    engine.checkpoint({ kind: "manual", paths: [path], name: `fill ${n}` });
  }
  return count;
}

/** A verdict about every second checkpoint of a filled history. */
function judgeAll(engine: Engine, newest: number, count: number): number {
  for (let n = 0; n < count; n += 2) {
    const ref = `#${newest - count + n}`;
    engine.verdict({ label: LABEL, passed: n < count - FAILING, ref });
  }
  return count;
}

/** Records a verdict about the newest checkpoint, if its turn has come. */
function judge(engine: Engine, n: number, passed: boolean): void {
  if (n % 2 === 0) engine.verdict({ label: LABEL, passed, ref: "latest" });
}

/** Checkpoints of a generated history. */
function tell(engine: Engine, story: Story): number {
  for (let n = 0; n < CHECKPOINTS; n++) {
    const texts = chapter(story, n);
    for (const [file, text] of texts) {
      const absolute = path.join(engine.root, file);
      fs.mkdirSync(path.dirname(absolute), { recursive: true });
      if (n === 0) fs.writeFileSync(absolute, text);
      else overwrite(absolute, Buffer.from(text));
    }
    engine.checkpoint({
      kind: "manual",
      name: `checkpoint ${n}`,
      ...(n === 0 ? {} : { paths: [...texts.keys()] }),
    });
    judge(engine, n, n < BREAKS_AT);
  }
  return CHECKPOINTS;
}

process.on("message", (ask: Ask) => {
  answer(ask).then(
    (done) => process.send!(done),
    (error: unknown) => {
      const why = error instanceof Error ? error.stack : String(error);
      process.send!({
        ms: 0,
        cpuMs: 0,
        value: null,
        error: why,
      } satisfies Answer);
    },
  );
});
