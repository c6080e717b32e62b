import assert from "node:assert/strict";
import fs from "node:fs";
import type { Engine } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import { isTempName } from "../../src/engine/model/workspacePath";
import { orphanLocks } from "../helpers/crash";
import type { Fault } from "../helpers/faultyDisk";
import { FaultyDisk, Stopped } from "../helpers/faultyDisk";
import { restore, stateAt } from "../helpers/history";
import { Snapshot } from "../helpers/snapshot";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Entry, Tree } from "../helpers/tree";
import { assertSameTree, differences } from "../helpers/tree";
import type { Scenario } from "./scenario";

/** A checkpoint that was reported, and what it must contain from then on. */
type Ledger = Map<number, { name: string | null; tree: Tree }>;

/** Every way in which one modifying call can fail. */
export const FAULTS: Fault[] = [
  { kind: "fail", code: "ENOSPC" },
  { kind: "fail", code: "EIO" },
  { kind: "fail", code: "EACCES" },
  { kind: "short" },
  { kind: "stop" },
  { kind: "torn" },
  { kind: "power", names: false },
  { kind: "power", names: true },
];

/**
 * Runs a scenario with a fault at modifying call 1, 2, 3, ... until it completes.
 */
export async function runFaults(scenario: Scenario): Promise<number> {
  const bench = await Bench.make(scenario);
  let cases = 0;
  const problems: string[] = [];
  try {
    for (const fault of FAULTS)
      for (let at = 1; ; at++) {
        assert.ok(at < 1000, "the operation never completes");
        const { didFire, problem } = await bench.run(fault, at);
        if (problem !== undefined) problems.push(problem);
        if (!didFire) break;
        cases++;
      }
  } finally {
    bench.workspace.dispose();
  }
  if (problems.length > 0)
    throw new Error(
      `${problems.length} of ${cases} cases failed:\n${problems.slice(0, 5).join("\n")}`,
    );
  return cases;
}

class Bench {
  readonly workspace = new TempWorkspace();
  private snapshot!: Snapshot;
  private before!: Tree;
  private planned!: Tree;
  /** What a checkpoint of an earlier moment must contain. */
  private earlier: Tree | null = null;
  private readonly ledger: Ledger = new Map();

  private constructor(private readonly scenario: Scenario) {}

  private get options() {
    return { lockTimeoutMs: 300, ...this.scenario.options };
  }

  static async make(scenario: Scenario): Promise<Bench> {
    const bench = new Bench(scenario);
    const { workspace } = bench;
    const { options } = bench;
    const engine = await workspace.open(options);
    scenario.prepare(workspace, engine);
    for (const { number, name } of engine.list({ limit: 1000 }).checkpoints)
      bench.ledger.set(number, { name, tree: stateAt(engine, `#${number}`) });
    if (scenario.stateOf !== undefined)
      bench.earlier = stateAt(engine, scenario.stateOf);
    engine.close();
    await scenario.afterwards?.(workspace);
    bench.before = withoutTemps(workspace.tree());
    bench.snapshot = new Snapshot(workspace.base);
    // Once without a fault, to learn the expected result.
    const sound = await workspace.open(options);
    scenario.act(sound);
    sound.close();
    bench.planned = workspace.tree();
    return bench;
  }

  /** One case; returns whether the operation reached the fault. */
  async run(
    fault: Fault,
    at: number,
  ): Promise<{ didFire: boolean; problem?: string }> {
    this.snapshot.putBack();
    const disk = new FaultyDisk(this.workspace.storeDir);
    const where = () =>
      `${this.scenario.name}, ${describeFault(fault)} at call ${at} (${disk.fired})`;
    try {
      const { isOpening = false, isClosing = false, act } = this.scenario;
      let engine: Engine | undefined;
      let error: unknown;
      let made: { number: number; tree: Tree } | undefined;
      if (isOpening) disk.arm(at, fault);
      try {
        engine = await this.workspace.open({ ...this.options, disk });
        if (!isOpening) disk.arm(at, fault);
        const checkpoint = act(engine);
        if (checkpoint) made = { number: checkpoint.number, tree: this.named };
      } catch (thrown) {
        error = thrown;
      }
      disk.disarm();
      const isEnd = fault.kind !== "fail" && fault.kind !== "short";
      if (error !== undefined && !(isEnd && disk.hasFired))
        this.checkError(error, fault);
      this.checkFolder("right after");
      if (isEnd && disk.hasFired) {
        disk.crash();
        orphanLocks(this.workspace.storeDir);
      } else if (engine) {
        if (!isClosing) this.checkSameEngine(engine);
        engine.close();
        assert.deepEqual([...disk.openFds.values()], [], "files left open");
      } else
        assert.deepEqual([...disk.openFds.values()], [], "files left open");
      await this.checkReopened(made, at % 3 === 0);
      return { didFire: disk.hasFired };
    } catch (problem) {
      const text = problem instanceof Error ? problem.stack : String(problem);
      return {
        didFire: disk.hasFired,
        problem: `${where()}: ${text}`,
      };
    }
  }

  /** The user must get one of our errors, with the right message. */
  private checkError(error: unknown, fault: Fault): void {
    assert.ok(CheckpointError.is(error), `a stranger: ${String(error)}`);
    assert.ok(!(error instanceof Stopped));
    if (this.scenario.mayBeOver && error.code === "quota") return;
    const isFull =
      fault.kind === "short" ||
      (fault.kind === "fail" && fault.code === "ENOSPC");
    assert.equal(error.code, isFull ? "disk-full" : "io", error.message);
  }

  /** Never a mixture: as before, or as planned. */
  private checkFolder(when: string): void {
    const tree = withoutTemps(this.workspace.tree());
    if (this.isBeforeOrPlanned(tree)) return;
    // A restore that was stopped midway is finished or rolled back when the store
    // is opened.
    if (when === "right after") return;
    // A restore that is not ended yet may have progressed further.
    if (this.scenario.isCutOff && this.isBetween(tree)) return;
    assertSameTree(tree, this.before, `the folder ${when}`);
  }

  /** Each path as before or as planned. */
  private isBetween(tree: Tree): boolean {
    const isOne = (name: string, of: Tree) =>
      isSameEntry(tree.get(name), of.get(name));
    return [
      ...tree.keys(),
      ...this.before.keys(),
      ...this.planned.keys(),
    ].every((name) => isOne(name, this.before) || isOne(name, this.planned));
  }

  private isBeforeOrPlanned(tree: Tree): boolean {
    return (
      differences(tree, this.before).length === 0 ||
      differences(tree, this.planned).length === 0
    );
  }

  /** After a temporary failure, the same engine continues. */
  private checkSameEngine(engine: Engine): void {
    this.checkFolder("after the failure");
    this.mend(engine);
    this.checkLedger(engine);
    const made = engine.checkpoint({ name: "after the failure" });
    this.checkHolds(engine, made.number);
  }

  private async checkReopened(
    made: { number: number; tree: Tree } | undefined,
    isThorough: boolean,
  ): Promise<void> {
    const engine = await this.workspace.open(this.options);
    const tree = this.workspace.tree();
    if (this.scenario.isCutOff || !this.isBeforeOrPlanned(tree))
      assertSameTree(tree, this.planned, "the folder once reopened");
    this.mend(engine);
    this.checkLedger(engine);
    if (made)
      assertSameTree(
        stateAt(engine, `#${made.number}`),
        made.tree,
        "the checkpoint that was reported",
      );
    const { number } = engine.checkpoint({ name: "reopened" });
    this.checkHolds(engine, number);
    if (isThorough) {
      for (const { number } of engine.list({ limit: 1000 }).checkpoints)
        stateAt(engine, `#${number}`); // whatever is listed can be read
      this.checkRestores(engine);
      assert.deepEqual(engine.verify().damaged, []);
    }
    engine.close();
    this.checkLeftovers();
  }

  private mend(engine: Engine): void {
    if (this.scenario.isDamaged) engine.verify({ repair: true });
  }

  private checkLedger(engine: Engine): void {
    const kept = new Set(
      engine.list({ limit: 1000 }).checkpoints.map((c) => c.number),
    );
    for (const [number, { name, tree }] of this.ledger) {
      if (!kept.has(number) && this.scenario.mayRemove?.(name)) continue;
      const what = `checkpoint #${number}`;
      assert.ok(kept.has(number), `${what} is gone`);
      assertSameTree(stateAt(engine, `#${number}`), tree, what);
    }
  }

  /** A checkpoint created now contains everything except ignored files. */
  private checkHolds(engine: Engine, number: number): void {
    const expected = this.recorded();
    assertSameTree(stateAt(engine, `#${number}`), expected, `#${number}`);
  }

  /** The state of a checkpoint that the operation has just created. */
  private get named(): Tree {
    return this.earlier ?? this.recorded();
  }

  /** The folder without the files that the rules exclude. */
  private recorded(): Tree {
    const isRecorded =
      this.scenario.isRecorded ?? ((name: string) => !name.endsWith(".log"));
    const tree = withoutTemps(this.workspace.tree());
    return new Map([...tree].filter(([name]) => isRecorded(name, tree)));
  }

  /** Actually restores the oldest checkpoint, and undoes that. */
  private checkRestores(engine: Engine): void {
    const oldest = engine.list({ limit: 1000 }).checkpoints.at(-1)!;
    const here = this.recorded();
    const there = stateAt(engine, `#${oldest.number}`);
    restore(engine, { to: `#${oldest.number}` });
    const tree = this.workspace.tree();
    for (const [name, entry] of there)
      assert.ok(tree.get(name)?.bytes.equals(entry.bytes), `${name} restored`);
    restore(engine, { to: "reopened" });
    assertSameTree(this.recorded(), here, "the folder there and back");
  }

  /**
   * No temporary file stays, in the folder or in the store; an abandoned break file
   * may.
   */
  private checkLeftovers(): void {
    for (const name of this.workspace.tree().keys())
      assert.ok(!isTempName(name.slice(name.lastIndexOf("/") + 1)), name);
    const left = fs
      .readdirSync(this.workspace.storeDir, { recursive: true })
      .map(String)
      .filter((name) => /tmp|lock$/.test(name));
    assert.deepEqual(left, [], "left in the store");
  }
}

function describeFault(fault: Fault): string {
  if (fault.kind === "fail") return fault.code;
  if (fault.kind === "power")
    return fault.names ? "power cut with names" : "power cut";
  return fault.kind;
}

function isSameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  return a && b ? a.mode === b.mode && a.bytes.equals(b.bytes) : a === b;
}

function withoutTemps(tree: Tree): Tree {
  for (const name of tree.keys())
    if (isTempName(name.slice(name.lastIndexOf("/") + 1))) tree.delete(name);
  return tree;
}
