import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BareStore, statAll, textsOf } from "./bareCalls";
import { Turns, type Build } from "./builds";
import { Measures } from "./measures";
import { Recorder } from "./recorder";
import { diskBytes, ShadowGit, timed } from "./shadowGit";
import type { Size, StepName } from "./targets";
import { filesOf } from "./targets";
import { measureReads } from "./reads";
import { Workspace } from "./workspace";

export interface SizeOptions {
  dir: string;
  /** With two builds, shadow git is left out. */
  builds: readonly Build[];
  size: Size;
  reps: number;
  /** How often each small step is repeated within a repetition. */
  inner: number;
  log: (text: string) => void;
}

/** All contenders on one workspace, step by step, in changing order. */
export async function runSize(options: SizeOptions): Promise<Measures> {
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
      await measureReads(workspace, run.git, run.recorders, measures, log);
  }
  workspace.leave();
  return measures;
}

/** The shortest time an editor or an agent takes between two saves. */
const PAUSE_MS = 60;
/** Longer than the time for which the timestamps of a new file are not trusted. */
const SETTLE_MS = 2_600;
const CHAIN = 50;
/** Each waits twice for the timestamps, so there are few in one repetition. */
const RESTORES = 2;
/**
 * Cheap, but its time varies with the disk's syncs, so it is repeated for a
 * reliable median.
 */
const REPORTED = 5;

class Repetition {
  readonly git: ShadowGit | null;
  readonly recorders: readonly Recorder[];
  /** What the same steps take without any engine. */
  private readonly bare: BareStore;
  private readonly turns: Turns;
  private salt: number;

  constructor(
    private readonly options: SizeOptions,
    private readonly workspace: Workspace,
    private readonly measures: Measures,
    rep: number,
  ) {
    const { dir, size, builds } = options;
    const stores = path.join(dir, `store-${size}`);
    this.recorders = builds.map(
      (build) => new Recorder(build, workspace.dir, measures, stores),
    );
    this.git =
      builds.length > 1
        ? null
        : new ShadowGit(path.join(dir, `git-${size}`), workspace.dir);
    this.bare = new BareStore(`${stores}-bare`);
    this.turns = new Turns(rep);
    this.salt = rep * 1000;
  }

  async start(): Promise<void> {
    const { measures } = this;
    const dirs = [...this.recorders.map((one) => one.storeDir), this.git?.dir];
    for (const dir of dirs)
      if (dir) fs.rmSync(dir, { recursive: true, force: true });
    spawnSync("sync");
    await this.inTurn(
      (recorder) => recorder.open("open"),
      (git) =>
        measures.add(
          "git",
          "open",
          timed(() => git.init()),
        ),
    );
    // Nobody pays for another contender's pending writes, or for a cold cache.
    const ready = () => {
      spawnSync("sync");
      this.workspace.readAll();
    };
    await this.inTurn(
      async (recorder) => {
        ready();
        await recorder.measure("first", { do: "checkpoint" });
      },
      (git) => {
        ready();
        measures.add("git", "first", git.snapshot());
      },
    );
    ready();
    this.addBare("bareFirst", this.bare.recordAll(this.pathsOf()));
    for (const { engine } of this.recorders) await engine.ask({ do: "close" });
    for (const recorder of this.recorders)
      recorder.add("diskFirst", diskBytes(recorder.storeDir) / 1024);
    if (this.git) {
      this.git.collect();
      measures.add("git", "diskFirst", diskBytes(this.git.dir) / 1024);
    }
    spawnSync("sync");
    await this.inTurn((recorder) => recorder.open("reopen"));
  }

  async smallSteps(): Promise<void> {
    const { workspace, measures } = this;
    for (let i = 0; i < this.options.inner; i++) {
      await this.settle();
      await this.inTurn(
        async (recorder) => {
          await recorder.measure("noneReported", { do: "capture", paths: [] });
          await recorder.measure("noneScan", { do: "capture" });
        },
        (git) => {
          const ms = git.snapshot();
          measures.add("git", "noneReported", ms);
          measures.add("git", "noneScan", ms);
        },
      );
      this.addBare("bareScan", statAll(workspace));
      await this.change(1);
      await this.inTurn(
        (recorder) => recorder.measure("oneScan", { do: "checkpoint" }),
        (git) => {
          const ms = git.snapshot();
          measures.add("git", "oneScan", ms);
          measures.add("git", "oneReported", ms);
        },
      );
      for (let n = 0; n < REPORTED; n++) {
        const paths = await this.change(1);
        await this.inTurn((recorder) =>
          recorder.measure("oneReported", { do: "checkpoint", paths }),
        );
        this.addBare("bareOne", this.bare.record(this.pathsOf(paths)));
      }
      this.git?.snapshot();
      if (i >= 3) continue;
      const hundred = await this.change(100);
      await this.inTurn(
        (recorder) =>
          recorder.measure("hundredReported", {
            do: "checkpoint",
            paths: hundred,
          }),
        (git) => measures.add("git", "hundredReported", git.snapshot()),
      );
      this.addBare("bareHundred", this.bare.record(this.pathsOf(hundred)));
      workspace.reset();
    }
  }

  /** 100 files changed, 20 deleted and 20 added since the checkpoint. */
  async restores(): Promise<void> {
    const { measures } = this;
    const restore = async (
      recorder: Recorder,
      step: "restoreKnown" | "restoreScan",
    ) => {
      await this.settle();
      const checkpoint = await recorder.engine.ask({ do: "checkpoint" });
      const changed = await this.mess();
      const value = await recorder.measure(step, {
        do: "restore",
        to: `#${checkpoint.value as number}`,
        ...(step === "restoreKnown" ? { paths: changed } : {}),
      });
      const { writes, deletes, applied } = value as Record<string, unknown>;
      if (!applied || writes !== 120 || deletes !== 20)
        throw new Error(`restored otherwise: ${JSON.stringify(value)}`);
      this.assertRestored();
    };
    for (let i = 0; i < Math.min(RESTORES, this.options.inner); i++) {
      await this.inTurn(
        async (recorder) => {
          await restore(recorder, "restoreKnown");
          await restore(recorder, "restoreScan");
        },
        async (git) => {
          await this.settle();
          await this.mess();
          const ms = git.restore();
          this.assertRestored();
          measures.add("git", "restoreKnown", ms);
          measures.add("git", "restoreScan", ms);
        },
      );
      await this.mess();
      const { numbers, versions } = this.mixed!;
      const texts = textsOf(this.workspace, numbers, versions);
      const added = this.pathsOf(addedFiles());
      this.addBare("bareRestore", this.bare.restore(texts, added));
      this.assertRestored();
    }
  }

  /** What a checkpoint of one changed file adds to the disk. */
  async growth(): Promise<void> {
    await this.settle();
    const grown = async (dir: string, each: (paths: string[]) => unknown) => {
      const before = diskBytes(dir);
      for (let i = 0; i < CHAIN; i++)
        await each(this.workspace.change(this.workspace.pick(1, ++this.salt)));
      return (diskBytes(dir) - before) / CHAIN / 1024;
    };
    await this.inTurn(
      async (recorder) =>
        recorder.add(
          "diskEach",
          await grown(recorder.storeDir, (paths) =>
            recorder.engine.ask({ do: "checkpoint", paths }),
          ),
        ),
      async (git) =>
        this.measures.add(
          "git",
          "diskEach",
          await grown(git.dir, () => git.snapshot()),
        ),
    );
  }

  async end(): Promise<void> {
    for (const recorder of this.recorders)
      recorder.add("memory", await recorder.engine.end());
    this.bare.close();
  }

  /** Two builds have the same floor. */
  private addBare(step: StepName, ms: number): void {
    if (this.git) this.measures.add("ours", step, ms);
  }

  private pathsOf(files: readonly string[] = this.workspace.files): string[] {
    return files.map((file) => this.workspace.path(file));
  }

  private mixed: { numbers: number[]; versions: number[] } | undefined;

  private async mess(): Promise<string[]> {
    const { workspace } = this;
    const numbers = workspace.pick(120, ++this.salt);
    const versions = numbers.map((i) => workspace.versionOf(i));
    this.mixed = { numbers, versions };
    const changed = workspace.change(numbers.slice(0, 100));
    const removed = workspace.remove(numbers.slice(100));
    const added = addedFiles();
    for (const file of added) workspace.put(file, `export {}; // ${file}\n`);
    await sleep(PAUSE_MS);
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
    await sleep(PAUSE_MS);
    return paths;
  }

  /**
   * Lets every contender scan the whole workspace, untimed, so that nobody pays for
   * it later.
   */
  private async settle(): Promise<void> {
    await sleep(SETTLE_MS);
    for (const { engine } of this.recorders)
      await engine.ask({ do: "capture" });
    this.git?.snapshot();
  }

  private inTurn(
    ofBuild: (recorder: Recorder) => unknown,
    ofGit?: (git: ShadowGit) => unknown,
  ): Promise<void> {
    const { git } = this;
    return this.turns.each(
      [
        ...this.recorders.map((one) => () => ofBuild(one)),
        ...(git && ofGit ? [() => ofGit(git)] : []),
      ],
      (step) => step(),
    );
  }
}

/** The files that a restore deletes. */
function addedFiles(): string[] {
  return Array.from({ length: 20 }, (_, i) => `src/added-${i}.ts`);
}
