import assert from "node:assert/strict";
import type { Engine } from "../../src/engine/api";
import { isTempName } from "../../src/engine/model/workspacePath";
import { layOutState } from "../helpers/afterTheCut";
import { orphanLocks } from "../helpers/crash";
import type { CrashState } from "../helpers/crashStates";
import { crashStates } from "../helpers/crashStates";
import { restore, stateAt } from "../helpers/history";
import { Random, seedOf, soakFactor } from "../helpers/random";
import type { Recording } from "../helpers/recordingDisk";
import { RecordingDisk } from "../helpers/recordingDisk";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree, differences, treeOf } from "../helpers/tree";
import type { Scenario } from "./scenario";

/** Checkpoints by number, and what each must contain. */
type Ledger = Map<number, { name: string | null; tree: Tree }>;

/** Samples at each step, besides the states that are always checked. */
const SAMPLES = 2;
/** Maximum number of states per operation; `npm run soak` checks more. */
const STATES = 220;
const PROBLEMS_SHOWN = 4;

/**
 * Records an operation, cuts the power at every step and right after it, and opens
 * the store in each possible state of the disk. Returns the number of states.
 */
export async function runPowerCuts(scenario: Scenario): Promise<number> {
  const bench = await Bench.make(scenario);
  const problems: string[] = [];
  try {
    const states = bench.states();
    for (const [n, state] of states.entries()) {
      const problem = await bench.problemOf(state, n);
      if (problem !== null) problems.push(`${state.what}: ${problem}`);
    }
    if (problems.length > 0)
      throw new Error(
        `${problems.length} of ${states.length} states:\n${problems.slice(0, PROBLEMS_SHOWN).join("\n")}`,
      );
    return states.length;
  } finally {
    bench.workspace.dispose();
  }
}

class Bench {
  readonly workspace = new TempWorkspace();
  /** Reported before the operation, so it must exist in every state. */
  private ledger!: Ledger;
  /** The expected result of the operation. */
  private planned!: Ledger;
  private before!: Tree;
  private after!: Tree;
  private recording!: Recording;
  /** The step at which the operation was reported. */
  private reportedAt = Infinity;
  /** The step at which it began. */
  private firstStep = 0;
  private readonly random = new Random(seedOf(14));

  private constructor(private readonly scenario: Scenario) {}

  private get options() {
    return { lockTimeoutMs: 300, ...this.scenario.options };
  }

  static async make(scenario: Scenario): Promise<Bench> {
    const bench = new Bench(scenario);
    const { workspace, options } = bench;
    const engine = await workspace.open({ ...options, boot: "first" });
    scenario.prepare(workspace, engine);
    assert.ok(engine.settle());
    bench.ledger = ledgerOf(engine);
    engine.close();
    await scenario.afterwards?.(workspace);
    bench.before = workspace.tree();
    const disk = new RecordingDisk(workspace.base);
    bench.recording = disk.recording;
    const { steps } = disk.recording;
    const acting = await workspace.open({ ...options, disk, boot: "first" });
    const opened = steps.length;
    scenario.act(acting);
    bench.reportedAt = steps.length;
    bench.planned = scenario.isClosing ? bench.ledger : ledgerOf(acting);
    bench.after = treeOf(workspace.root);
    bench.firstStep = scenario.isOpening ? 0 : opened;
    acting.close();
    return bench;
  }

  states(): CrashState[] {
    const factor = soakFactor();
    const all = [
      ...crashStates(
        this.recording,
        this.random,
        SAMPLES * factor,
        this.firstStep,
      ),
    ];
    const limit = STATES * factor;
    if (all.length <= limit) return all;
    // The same share of every step, and always the last ones.
    const tail = all.slice(-20);
    const rest = all.slice(0, -20);
    const share = (limit - tail.length) / rest.length;
    return [...rest.filter(() => this.random.chance(share)), ...tail];
  }

  async problemOf(state: CrashState, n: number): Promise<string | null> {
    try {
      await this.check(state, n % 8 === 0);
      return null;
    } catch (error) {
      return error instanceof Error ? error.stack! : String(error);
    }
  }

  private async check(state: CrashState, isThorough: boolean): Promise<void> {
    const { workspace, scenario } = this;
    const disk = layOutState(workspace.base, state);
    orphanLocks(workspace.storeDir);
    const isReported = state.after >= this.reportedAt;
    const found = workspace.tree();
    const engine = await workspace.open({
      ...this.options,
      disk,
      boot: "second",
    });
    try {
      const damage: string[] = [];
      engine.onDidChange((event) => {
        if (event.type === "damaged") damage.push(event.finding.kind);
      });
      const tree = workspace.tree();
      for (const name of tree.keys())
        assert.ok(!isTempName(name.slice(name.lastIndexOf("/") + 1)), name);
      const isDone = differences(tree, this.after).length === 0;
      if (isReported) assertSameTree(tree, this.after, "the reported folder");
      if (isReported && scenario.isSettled)
        assertSameTree(found, this.after, "the folder before it was opened");
      else if (!isDone) assertSameTree(tree, this.before, "the folder");
      this.checkHistory(engine, isReported);
      scenario.check?.(engine, isDone, isReported);
      if (scenario.isDamaged) engine.verify({ repair: true });
      const { ok, damaged, lost } = engine.verify();
      const sound = { ok: true, damaged: [], lost: [] };
      assert.deepEqual({ ok, damaged, lost }, sound);
      const { number } = engine.checkpoint({ name: "once more" });
      assertSameTree(stateAt(engine, `#${number}`), this.recorded(), "now");
      assertSameTree(workspace.tree(), tree, "the folder once recorded");
      if (isThorough) this.checkRestores(engine);
      if (!scenario.isDamaged) assert.deepEqual(damage, []);
    } finally {
      engine.close();
    }
  }

  /**
   * Everything that was reported exists, and everything that exists is as recorded.
   */
  private checkHistory(engine: Engine, isReported: boolean): void {
    const { mayRemove } = this.scenario;
    const found = ledgerOf(engine);
    const must = isReported ? this.planned : this.ledger;
    for (const [number, { name, tree }] of must) {
      const one = found.get(number);
      if (!one && !isReported && mayRemove?.(name)) continue;
      assert.ok(one, `#${number} is gone`);
      assertSameTree(one.tree, tree, `#${number}`);
    }
    for (const [number, { tree }] of found) {
      const known = this.planned.get(number) ?? this.ledger.get(number);
      assert.ok(known, `#${number} was never made`);
      assertSameTree(tree, known.tree, `#${number}, which was not reported`);
    }
  }

  private recorded(): Tree {
    const isRecorded =
      this.scenario.isRecorded ?? ((name: string) => !name.endsWith(".log"));
    const tree = this.workspace.tree();
    return new Map([...tree].filter(([name]) => isRecorded(name, tree)));
  }

  /** Actually restores the oldest checkpoint, and undoes that. */
  private checkRestores(engine: Engine): void {
    const oldest = engine.list({ limit: 1000 }).checkpoints.at(-1)!;
    const here = this.recorded();
    restore(engine, { to: `#${oldest.number}` });
    restore(engine, { to: "once more" });
    assertSameTree(this.recorded(), here, "the folder there and back");
  }
}

function ledgerOf(engine: Engine): Ledger {
  const { checkpoints } = engine.list({ limit: 1000 });
  return new Map(
    checkpoints.map(({ number, name }) => [
      number,
      { name, tree: stateAt(engine, `#${number}`) },
    ]),
  );
}
