import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EngineProcess } from "./engineProcess";
import { Measures } from "./measures";
import type { Row } from "./measures";
import { diskBytes, ShadowGit, timed } from "./shadowGit";
import type { Size } from "./targets";
import { filesOf } from "./targets";
import { measureReads } from "./reads";
import { Workspace } from "./workspace";

export interface SizeOptions {
  dir: string;
  size: Size;
  reps: number;
  /** Times each small step is repeated within a repetition. */
  inner: number;
  log: (text: string) => void;
}

/** Both tools on one workspace, step by step, the order turning each time. */
export async function runSize(options: SizeOptions): Promise<Row[]> {
  const { dir, size, reps, log } = options;
  const workspace = new Workspace(path.join(dir, `ws-${size}`), filesOf(size));
  log(`${size}: making the workspace`);
  workspace.make();
  const measures = new Measures(size);
  for (let rep = 0; rep < reps; rep++) {
    workspace.reset();
    const run = new Repetition(options, workspace, measures, rep);
    await run.start();
    await run.smallSteps();
    await run.restores();
    if (rep === reps - 1) await run.growth();
    await run.end();
    log(`${size}: repetition ${rep + 1} of ${reps} done`);
    if (rep === reps - 1)
      await measureReads(workspace, run.git, run.storeDir, measures, log);
  }
  workspace.leave();
  return measures.rows();
}

/** Longer than the time for which a fresh file's times are not trusted. */
const SETTLE_MS = 60;
const CHAIN = 50;
/** Cheap, and spread widely by the disk's syncs: more of them for a true middle. */
const TOLD = 5;

class Repetition {
  readonly git: ShadowGit;
  readonly storeDir: string;
  private engine = new EngineProcess();
  private turn: number;
  private salt: number;

  constructor(
    private readonly options: SizeOptions,
    private readonly workspace: Workspace,
    private readonly measures: Measures,
    rep: number,
  ) {
    const { dir, size } = options;
    this.storeDir = path.join(dir, `store-${size}`);
    this.git = new ShadowGit(path.join(dir, `git-${size}`), workspace.dir);
    this.turn = rep;
    this.salt = rep * 1000;
  }

  async start(): Promise<void> {
    for (const dir of [this.storeDir, this.git.dir])
      fs.rmSync(dir, { recursive: true, force: true });
    spawnSync("sync");
    const { measures, engine, git } = this;
    const open = await engine.time({ do: "open", ...this.place() });
    measures.add("ours", "open", open);
    measures.add(
      "git",
      "open",
      timed(() => git.init()),
    );
    // Neither pays for what the other left to be written, or for a cold cache.
    const ready = () => {
      spawnSync("sync");
      this.workspace.readAll();
    };
    await this.both(
      async () => {
        ready();
        measures.add("ours", "first", await engine.time({ do: "checkpoint" }));
      },
      async () => {
        ready();
        measures.add("git", "first", git.snapshot());
      },
    );
    await engine.ask({ do: "close" });
    measures.add("ours", "diskFirst", diskBytes(this.storeDir) / 1024);
    git.collect();
    measures.add("git", "diskFirst", diskBytes(git.dir) / 1024);
    spawnSync("sync");
    measures.add(
      "ours",
      "reopen",
      await engine.time({ do: "open", ...this.place() }),
    );
    await this.settle();
  }

  async smallSteps(): Promise<void> {
    const { workspace, measures, engine, git } = this;
    const ours = async (
      step: Parameters<Measures["add"]>[1],
      ask: Parameters<EngineProcess["ask"]>[0],
    ) => measures.add("ours", step, await engine.time(ask));
    for (let i = 0; i < this.options.inner; i++) {
      await this.both(
        async () => {
          await ours("noneTold", { do: "capture", paths: [] });
          await ours("noneScan", { do: "capture" });
        },
        async () => {
          const ms = git.snapshot();
          measures.add("git", "noneTold", ms);
          measures.add("git", "noneScan", ms);
        },
      );
      await this.change(1);
      await this.both(
        () => ours("oneScan", { do: "checkpoint" }),
        async () => {
          const ms = git.snapshot();
          measures.add("git", "oneScan", ms);
          measures.add("git", "oneTold", ms);
        },
      );
      for (let n = 0; n < TOLD; n++)
        await ours("oneTold", {
          do: "checkpoint",
          paths: await this.change(1),
        });
      git.snapshot();
      if (i >= 3) continue;
      const hundred = await this.change(100);
      await this.both(
        () => ours("hundredTold", { do: "checkpoint", paths: hundred }),
        async () => measures.add("git", "hundredTold", git.snapshot()),
      );
      workspace.reset();
      await this.settle();
    }
  }

  /** 100 files changed, 20 deleted and 20 added since the checkpoint. */
  async restores(): Promise<void> {
    const { measures, engine, git } = this;
    const restore = async (step: "restoreKnown" | "restoreScan") => {
      const checkpoint = await engine.ask({ do: "checkpoint" });
      const changed = await this.mess();
      const { ms, value } = await engine.ask({
        do: "restore",
        to: `#${checkpoint.value as number}`,
        ...(step === "restoreKnown" ? { paths: changed } : {}),
      });
      const { writes, deletes, applied } = value as Record<string, unknown>;
      if (!applied || writes !== 120 || deletes !== 20)
        throw new Error(`restored otherwise: ${JSON.stringify(value)}`);
      this.assertRestored();
      measures.add("ours", step, ms);
    };
    for (let i = 0; i < Math.min(3, this.options.inner); i++)
      await this.both(
        async () => {
          await restore("restoreKnown");
          await restore("restoreScan");
          // What no restore that replaces whole files can do without.
          const { files } = this.workspace;
          const written = this.mixed!.numbers.map((n) => files[n]!);
          measures.add("ours", "writeOnly", this.workspace.writeAnew(written));
        },
        async () => {
          git.snapshot();
          await this.mess();
          const ms = git.restore();
          this.assertRestored();
          measures.add("git", "restoreKnown", ms);
          measures.add("git", "restoreScan", ms);
          measures.add("git", "writeOnly", ms);
        },
      );
  }

  /** What a checkpoint of one changed file adds to the disk. */
  async growth(): Promise<void> {
    await this.settle();
    const { measures, storeDir, git } = this;
    const grown = async (dir: string, each: (paths: string[]) => unknown) => {
      const before = diskBytes(dir);
      for (let i = 0; i < CHAIN; i++)
        await each(this.workspace.change(this.workspace.pick(1, ++this.salt)));
      return (diskBytes(dir) - before) / CHAIN / 1024;
    };
    measures.add(
      "ours",
      "diskEach",
      await grown(storeDir, (paths) =>
        this.engine.ask({ do: "checkpoint", paths }),
      ),
    );
    measures.add("git", "diskEach", await grown(git.dir, () => git.snapshot()));
  }

  async end(): Promise<void> {
    this.measures.add("ours", "memory", await this.engine.end());
  }

  private mixed: { numbers: number[]; versions: number[] } | undefined;

  private async mess(): Promise<string[]> {
    const { workspace } = this;
    const numbers = workspace.pick(120, ++this.salt);
    const versions = numbers.map((i) => workspace.versionOf(i));
    this.mixed = { numbers, versions };
    const changed = workspace.change(numbers.slice(0, 100));
    const removed = workspace.remove(numbers.slice(100));
    const added = Array.from({ length: 20 }, (_, i) => `src/added-${i}.ts`);
    for (const file of added) workspace.put(file, `export {}; // ${file}\n`);
    await sleep(SETTLE_MS);
    return [...changed, ...removed, ...added];
  }

  private assertRestored(): void {
    const { workspace, mixed } = this;
    mixed!.numbers.forEach((i, n) => {
      workspace.expect(i, mixed!.versions[n]!);
      const file = workspace.path(workspace.files[i]!);
      if (fs.readFileSync(file, "utf8") !== workspace.expected(i))
        throw new Error(`${file} was not restored`);
    });
    if (fs.existsSync(workspace.path("src/added-0.ts")))
      throw new Error("an added file was left");
  }

  private async change(count: number): Promise<string[]> {
    const { workspace } = this;
    const paths = workspace.change(workspace.pick(count, ++this.salt));
    await sleep(SETTLE_MS);
    return paths;
  }

  /** Lets both see all of the workspace, untimed, so that neither pays later. */
  private async settle(): Promise<void> {
    await sleep(SETTLE_MS);
    await this.engine.ask({ do: "capture" });
    this.git.snapshot();
  }

  private async both(
    ours: () => Promise<unknown>,
    git: () => Promise<unknown>,
  ): Promise<void> {
    const order = this.turn++ % 2 === 0 ? [ours, git] : [git, ours];
    for (const one of order) await one();
  }

  private place() {
    return { root: this.workspace.dir, storeDir: this.storeDir };
  }
}
