import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { CheckpointError } from "../../src/engine/model/errors";
import { defaultSettings } from "../../src/engine/model/settings";
import { redo, restore, stateAt, undo } from "../helpers/history";
import { DAY, ManualClock, MINUTE } from "../helpers/manualClock";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";
import { differing } from "./model";

const HISTORIES = 40 * soakFactor();
const STEPS = 80;
const FOLDERS = ["folder", "moved"];
const PATHS = ["a", "b", "folder/c", "folder/d", "folder/e"];
const KINDS = ["manual", "automatic", "automatic", "session"] as const;
/** Little is kept, so that much is thinned out. */
const settings = {
  maxCheckpoints: 3,
  retention: {
    ...defaultSettings.retention,
    ...{ guard: 1, session: 1, windowHours: 0.5 },
  },
};

interface Named {
  number: number;
  moment: number;
  kind: Checkpoint["kind"];
}

/**
 * A history in which earlier moments are named, and what should be in it, kept in the naive way: a
 * copy of the folder for every moment.
 */
class History {
  readonly clock = new ManualClock();
  readonly workspace = new TempWorkspace({ a: "found" });
  private readonly trees = new Map<number, Tree>();
  private readonly times = new Map<number, number>();
  private readonly checkpoints = new Map<number, Named>();
  private readonly steps: Record<string, () => void | Promise<void>> = {};
  engine!: Engine;
  named = 0;
  refused = 0;

  constructor(private readonly random: Random) {
    const often = (weight: number, name: string, step: () => unknown) => {
      for (let i = 0; i < weight; i++)
        this.steps[`${name} ${i}`] = async () => void (await step());
    };
    often(3, "change", () => this.change());
    often(2, "rename the folder", () => this.renameFolder());
    often(6, "capture", () => this.saveOne());
    often(4, "create", () => this.create());
    often(5, "name an earlier moment", () => this.nameEarlier(this.engine));
    often(1, "name it in another process", () => this.nameElsewhere());
    often(4, "wait", () => this.clock.advance(this.pause()));
    often(2, "prune", () => this.engine.prune());
    often(1, "prune in another process", () => this.pruneElsewhere());
    often(1, "compact", () => this.engine.compact());
    often(1, "reopen", () => this.reopen());
    often(1, "rebuild the index", () => this.rebuild());
    often(2, "restore", () => this.restore());
    often(2, "undo", () => this.goBack(undo));
    often(1, "redo", () => this.goBack(redo));
    often(3, "delete", () => this.deleteOne());
  }

  async open(): Promise<void> {
    this.engine = await this.another();
  }

  async step(): Promise<void> {
    this.clock.advance(this.random.between(1, MINUTE));
    const name = this.random.pick(Object.keys(this.steps));
    try {
      await this.steps[name]!();
      this.look();
    } catch (error) {
      throw new Error(`after “${name}”`, { cause: error });
    }
  }

  /** What every answer says of the whole history. */
  check(): void {
    const { engine } = this;
    const wanted = this.inOrder();
    const { checkpoints: listed } = engine.list({ limit: 1000 });
    assert.deepEqual(
      listed.map(({ number }) => number),
      wanted.map(({ number }) => number),
    );
    assert.deepEqual(this.paged(this.random.between(1, 4)), listed);
    for (const [i, one] of listed.entries()) {
      const tree = this.trees.get(one.moment)!;
      assertSameTree(stateAt(engine, `#${one.number}`), tree, `#${one.number}`);
      const before = this.trees.get(wanted[i + 1]?.moment ?? 0) ?? new Map();
      assert.deepEqual(
        one.filesChanged,
        countsOf(before, tree),
        `#${one.number}`,
      );
    }
    const plain = wanted.filter(({ kind }) => kind !== "guard");
    for (const [back, { number }] of (plain.length ? plain : wanted).entries())
      assert.equal(engine.resolve(`latest~${back}`).checkpoint?.number, number);
    this.checkMoments();
    const inDeeds = this.deeds().flatMap((deed) => deed.checkpoints);
    assert.deepEqual(
      inDeeds.toSorted((a, b) => a - b),
      [...this.checkpoints.keys()].toSorted((a, b) => a - b),
    );
  }

  /** Every moment that is still kept has its own state, by its number and by its time. */
  private checkMoments(): void {
    for (const [n, tree] of this.trees) {
      if (!this.isKept(`@${n}`)) continue;
      assertSameTree(stateAt(this.engine, `@${n}`), tree, `@${n}`);
      const atMs = this.times.get(n)!;
      const at = new Date(atMs).toISOString();
      if (!this.isKept(at)) continue; // the last of several at that time is not
      assert.equal(this.times.get(this.engine.resolve(at).moment), atMs);
    }
    for (const { moment } of this.checkpoints.values())
      assert.ok(this.isKept(`@${moment}`), `@${moment} has a checkpoint`);
  }

  private change(): void {
    const name = this.random.pick(PATHS);
    if (this.random.chance(0.25)) this.workspace.remove(name);
    else this.workspace.write(name, `${this.random.below(4)}`.repeat(50));
  }

  /** In one capture or in two: what is gone, and what is new. */
  private renameFolder(): void {
    const isThere = (name: string) => this.workspace.exists(name);
    const from = FOLDERS.find(isThere);
    const to = FOLDERS.find((name) => name !== from)!;
    if (!from || isThere(to)) return;
    this.engine.checkpoint({ kind: "automatic" });
    this.look();
    const files = [...this.workspace.tree()].filter(([name]) =>
      name.startsWith(`${from}/`),
    );
    this.workspace.remove(from);
    if (this.random.chance(0.5)) {
      this.engine.capture({ source: "editor" });
      this.look();
    }
    for (const [name, { bytes }] of files)
      this.workspace.write(name.replace(from, to), bytes);
    this.engine.capture({ source: "editor" });
    this.look();
    this.engine.checkpoint({ kind: "automatic" });
  }

  private saveOne(): void {
    this.change();
    this.capture();
  }

  private capture(): void {
    this.engine.capture({ source: this.random.pick(["editor", "codex"]) });
  }

  private create(): void {
    this.engine.checkpoint({ kind: this.random.pick(KINDS) });
  }

  /** Names a moment if it is kept; otherwise nothing happens. */
  private nameEarlier(engine: Engine): void {
    if (this.trees.size === 0) return;
    const n = this.random.pick([...this.trees.keys()]);
    const named = [...this.checkpoints.values()];
    const own = named.length > 0 ? this.random.pick(named) : null;
    const at = new Date(this.times.get(n)!).toISOString();
    const ref = this.random.pick([
      ...[`@${n}`, `@${n}`, at],
      own ? `#${own.number}` : `@${n}`,
    ]);
    const kind = this.random.pick(["manual", "manual", "feature"] as const);
    const before = this.deeds();
    const isKept = this.isKept(ref);
    try {
      const made = engine.checkpoint({ kind, at: ref, name: "earlier" });
      assert.ok(isKept, `${ref} was not kept`);
      const { moment } = made;
      // A time means the last moment until then that is not forgotten.
      if (ref === at) assert.ok(this.times.get(moment)! <= this.times.get(n)!);
      else assert.equal(moment, ref === `@${n}` ? n : own!.moment);
      this.named++;
      this.checkpoints.set(made.number, { number: made.number, moment, kind });
      const after = this.deeds().filter(
        ({ checkpoints }) => !checkpoints.includes(made.number),
      );
      assert.deepEqual(after, before, "what was one deed stays one");
    } catch (error) {
      if (isKept || !isGone(error)) throw error;
      this.refused++;
    }
  }

  private async nameElsewhere(): Promise<void> {
    const other = await this.another();
    this.nameEarlier(other);
    other.close();
  }

  private async pruneElsewhere(): Promise<void> {
    const other = await this.another();
    other.prune();
    other.close();
  }

  private async reopen(): Promise<void> {
    // How many files a deed changed, and that it renamed a folder, is remembered when the state
    // before it is forgotten.
    const grouped = () =>
      this.deeds().map((deed) => {
        const first = Number(/^@(\d+)$/.exec(deed.id)?.[1] ?? 0);
        const isForgotten = first > 1 && !this.isKept(`@${first - 1}`);
        const kind = isForgotten ? "edits" : deed.kind;
        return { ...deed, kind, files: 0 };
      });
    const before = grouped();
    this.engine.close();
    await this.open();
    assert.deepEqual(grouped(), before);
  }

  /** From the journal alone: everything is as it was. */
  private async rebuild(): Promise<void> {
    const before = this.engine.list({ limit: 1000 });
    this.engine.close();
    const index = path.join(this.workspace.storeDir, "index");
    fs.rmSync(index, { recursive: true, force: true });
    await this.open();
    assert.deepEqual(this.engine.list({ limit: 1000 }), before);
  }

  private restore(): void {
    const named = [...this.checkpoints.values()];
    if (named.length === 0) return;
    const { number, moment } = this.random.pick(named);
    const before = this.workspace.tree();
    restore(this.engine, { to: `#${number}` });
    assertSameTree(this.workspace.tree(), this.trees.get(moment)!, "restored");
    this.look(before);
  }

  private goBack(work: typeof undo): void {
    // Going back captures only the files that it is about.
    this.capture();
    this.look();
    const before = this.workspace.tree();
    try {
      work(this.engine);
    } catch (error) {
      const isGone =
        CheckpointError.is(error, "nothing-to-undo") ||
        CheckpointError.is(error, "not-kept");
      if (!isGone) throw error;
    }
    this.look(before);
  }

  private deleteOne(): void {
    const numbers = [...this.checkpoints.keys()];
    if (numbers.length === 0) return;
    const number = this.random.pick(numbers);
    this.engine.delete([`#${number}`], { force: true });
    this.checkpoints.delete(number);
  }

  /** Notes what a step recorded; `before` is the folder before it was changed by that. */
  private look(before: Tree = this.workspace.tree()): void {
    const { moments, last } = this.engine.status();
    if (last === null && moments === 0) return;
    const now = this.workspace.tree();
    for (let n = this.trees.size + 1; n <= moments; n++) {
      this.trees.set(n, n === moments ? now : before);
      this.times.set(n, Date.parse(this.engine.resolve(`@${n}`).at));
    }
    const { checkpoints } = this.engine.list({ limit: 1000 });
    for (const { number, moment, kind } of checkpoints) {
      const known = this.checkpoints.get(number);
      assert.equal(known?.moment ?? moment, moment);
      this.checkpoints.set(number, { number, moment, kind });
    }
    const there = new Set(checkpoints.map(({ number }) => number));
    for (const { number, kind } of this.checkpoints.values()) {
      if (there.has(number)) continue;
      assert.ok(
        kind !== "manual" && kind !== "feature",
        `#${number} is gone, and nobody deleted it`,
      );
      this.checkpoints.delete(number);
    }
  }

  private inOrder(): Named[] {
    return [...this.checkpoints.values()].sort(
      (a, b) => b.moment - a.moment || b.number - a.number,
    );
  }

  private paged(limit: number): Checkpoint[] {
    const found: Checkpoint[] = [];
    let before: number | undefined;
    do {
      const page = this.engine.list({ limit, before });
      found.push(...page.checkpoints);
      before = page.next ?? undefined;
    } while (before !== undefined);
    return found;
  }

  private deeds() {
    return this.engine.deeds({ limit: 1000 }).deeds.map((deed) => ({
      ...{ id: deed.id, kind: deed.kind, files: deed.files },
      ...{ startedAt: deed.startedAt, at: deed.at, after: deed.after },
      isOpen: deed.isOpen,
      checkpoints: deed.checkpoints.map(({ number }) => number),
    }));
  }

  countRenames(): number {
    return this.deeds().filter(({ kind }) => kind === "rename").length;
  }

  private isKept(ref: string): boolean {
    try {
      this.engine.resolve(ref);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  private another(): Promise<Engine> {
    return this.workspace.open({ clock: this.clock, settings });
  }

  private pause(): number {
    return this.random.pick([20 * MINUTE, 40 * MINUTE, 50 * MINUTE, 2 * DAY]);
  }
}

/** It was forgotten, and so perhaps was everything before that time. */
function isGone(error: unknown): boolean {
  return (
    CheckpointError.is(error, "not-kept") ||
    (CheckpointError.is(error) && error.problem === "time-before-history")
  );
}

function countsOf(before: Tree, after: Tree): Checkpoint["filesChanged"] {
  const changed = differing(before, after);
  return {
    added: changed.filter((name) => !before.has(name)).length,
    modified: changed.filter((name) => before.has(name) && after.has(name))
      .length,
    deleted: changed.filter((name) => !after.has(name)).length,
  };
}

describe("generated histories in which earlier moments are named", function () {
  this.timeout(600_000 * soakFactor());
  const seed = seedOf(1);

  it(`${HISTORIES} of them agree with a copy of the folder for every moment`, async () => {
    console.log(`      seed ${seed}`);
    let [named, refused, renamed] = [0, 0, 0];
    for (let i = 0; i < HISTORIES; i++) {
      const history = new History(new Random(seed * 1000 + i));
      try {
        await history.open();
        for (let step = 1; step <= STEPS; step++) {
          await history.step();
          if (step % 9 === 0) history.check();
        }
        assert.ok(history.engine.verify().ok);
        named += history.named;
        refused += history.refused;
        renamed += history.countRenames();
      } catch (error) {
        throw new Error(`history ${i} of seed ${seed}`, { cause: error });
      } finally {
        history.workspace.dispose();
      }
    }
    console.log(
      `      ${named} named, ${refused} refused, ${renamed} folders renamed`,
    );
    for (const count of [named, refused, renamed])
      assert.ok(count > HISTORIES / 4);
  });
});
