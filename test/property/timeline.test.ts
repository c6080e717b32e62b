import assert from "node:assert/strict";
import type { Engine, TimelineRequest } from "../../src/engine/api";
import type { Context } from "../../src/engine/context";
import { CheckpointError } from "../../src/engine/model/errors";
import { isWithin, workspacePath } from "../../src/engine/model/workspacePath";
import {
  timeline as timelineSchema,
  timelineStop as stopSchema,
  type MarkKind,
} from "../../src/answers/timeline";
import {
  changesBetween,
  type PathChange,
} from "../../src/engine/store/index/queries/snapshots";
import { filesBetween } from "../../src/engine/timeline/fileStates";
import { DAY, ManualClock } from "../helpers/manualClock";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";

const HISTORIES = 12 * soakFactor();
const STEPS = 40;
const QUERIES = 12;

const PATHS = ["a.txt", "b.txt", "src/a.ts", "src/b.ts", "src/deep/c.ts"];
const AUTHORS = [
  { source: "editor" },
  { source: "outside" },
  { source: "git" },
  { source: "codex", thread: "t1" },
  { source: "codex", thread: "t2" },
];

interface Change {
  n: number;
  at: number;
  source: string;
  thread: string | null;
  paths: string[];
}

interface Mark {
  kind: MarkKind;
  at: number;
  source: string;
  thread: string | null;
}

/** A history, and everything that was recorded as plain lists. */
class Told {
  readonly changes: Change[] = [];
  readonly marks: Mark[] = [];
  readonly checkpoints: number[] = [];
  readonly clock = new ManualClock();
  readonly workspace = new TempWorkspace({ "a.txt": "found\n" });
  readonly files = new Map([["a.txt", "found\n"]]);
  readonly startMs = this.clock.at;
  engine!: Engine;
  private messages = 0;

  constructor(private readonly random: Random) {}

  async open(): Promise<void> {
    this.engine = await this.workspace.open({ clock: this.clock });
    if (this.checkpoints.length > 0) return;
    this.engine.checkpoint({ kind: "session", source: "editor" });
    this.checkpoints.push(1);
    this.mark("session", "editor", null);
  }

  get last(): number {
    return this.changes.at(-1)?.n ?? 1;
  }

  mark(kind: MarkKind, source: string, thread: string | null): void {
    this.marks.push({ kind, at: this.clock.at, source, thread });
  }

  step(): void {
    const { random, clock, engine } = this;
    clock.advance(random.between(0, random.chance(0.1) ? 40_000_000 : 60_000));
    const author = random.pick(AUTHORS);
    const [source, thread] = [author.source, author.thread ?? null];
    const what = random.below(10);
    if (what < 6) return this.change(source, thread);
    if (what === 6) {
      const kind = random.pick(["manual", "feature", "automatic"] as const);
      engine.checkpoint({ kind, source, name: "n", capture: false });
      this.checkpoints.push(this.last);
      if (kind !== "automatic")
        this.mark(kind === "manual" ? "named" : kind, source, null);
    } else if (what === 7 && thread !== null) {
      const message = `m${++this.messages}`;
      engine.recordMessage({
        ...{ thread, message, role: "user", text: `Do ${message}`, source },
        capture: false,
      });
      this.mark("prompt", source, thread);
    } else if (what === 8) {
      const passed = random.chance(0.5);
      engine.verdict({ label: "test", passed, ref: `@${this.last}`, source });
      this.mark(passed ? "passed" : "failed", source, null);
    } else if (what === 9) this.nameEarlier(source);
  }

  /** Its flag is where its moment is, not where it was named. */
  private nameEarlier(source: string): void {
    const { random, engine } = this;
    if (this.changes.length === 0) return;
    const { n, at } = random.pick(this.changes);
    engine.checkpoint({ name: "n", source, at: `@${n}` });
    this.checkpoints.push(n);
    this.marks.push({ kind: "named", at, source, thread: null });
  }

  private change(source: string, thread: string | null): void {
    const paths = PATHS.filter(() => this.random.chance(0.4));
    const changed: string[] = [];
    for (const path of paths)
      if (this.files.has(path) && this.random.chance(0.3)) {
        this.workspace.remove(path);
        this.files.delete(path);
        changed.push(path);
      } else {
        const text = `${this.random.below(1e9)}\n`;
        this.workspace.write(path, text);
        this.files.set(path, text);
        changed.push(path);
      }
    if (changed.length > 0) this.capture(changed, source, thread);
  }

  write(paths: string[], source: string): void {
    for (const path of paths)
      this.workspace.write(path, `at ${this.clock.at}\n`);
    this.capture(paths, source, null);
  }

  private capture(
    changed: string[],
    source: string,
    thread: string | null,
  ): void {
    const { moment } = this.engine.capture({
      ...{ paths: changed, source },
      ...(thread === null ? {} : { thread }),
    });
    this.changes.push({
      ...{ n: moment, at: this.clock.at, source, thread },
      paths: changed,
    });
  }

  dispose(): void {
    this.workspace.dispose();
  }
}

describe("the timeline", () => {
  const seed = seedOf(11);

  it(`sums up what a naive count sums up, in ${HISTORIES} histories`, async function () {
    this.timeout(HISTORIES * 10_000);
    let [lanes, thinned] = [0, 0];
    for (let i = 0; i < HISTORIES; i++)
      await inHistory(seed + i, async (told, random) => {
        for (let q = 0; q < QUERIES; q++)
          lanes += compare(told, requestFor(told, random));
        told.engine.close();
        await told.open();
        compare(told, {});
        const all = assertStops(told, random);
        told.engine.configure({ maxCheckpoints: 2 });
        // Only a pause after which the clock went on makes what is before it old.
        for (const path of ["a.txt", "b.txt"]) {
          told.clock.advance(2 * DAY);
          told.write([path], "editor");
        }
        told.engine.prune();
        if (assertStops(told, random) < all) thinned++;
      });
    assert.ok(lanes > HISTORIES * QUERIES, `only ${lanes} lanes were compared`);
    assert.ok(thinned > HISTORIES / 2, `only ${thinned} were thinned out`);
  });
});

async function inHistory(
  seed: number,
  work: (told: Told, random: Random) => Promise<void>,
): Promise<void> {
  const random = new Random(seed);
  const told = new Told(random);
  try {
    await told.open();
    for (let s = 0; s < STEPS; s++) {
      told.step();
      // Asked while it grows, so that what is remembered is continued.
      if (random.chance(0.2)) {
        compare(told, requestFor(told, random));
        const from = random.between(1, told.last);
        assertSameFiles(told.engine, from, random.between(from, told.last));
      }
    }
    await work(told, random);
  } catch (error) {
    throw new Error(`seed ${seed} (set CHECKPOINT_SEED to it)`, {
      cause: error,
    });
  } finally {
    told.dispose();
  }
}

function requestFor(told: Told, random: Random): TimelineRequest {
  const length = told.clock.at - told.startMs;
  const times = [random.next(), random.next()]
    .map((share) => told.startMs + Math.floor(share * length))
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms).toISOString());
  return {
    buckets: random.between(1, 30),
    lines: random.chance(0.2),
    ...(random.chance(0.7) ? { from: times[0] } : {}),
    ...(random.chance(0.7) ? { to: times[1] } : {}),
    ...(random.chance(0.2) ? { source: random.pick(AUTHORS).source } : {}),
    ...(random.chance(0.2) ? { thread: random.pick(["t1", "t2"]) } : {}),
    ...(random.chance(0.3) ? { path: random.pick(["src", "a.txt"]) } : {}),
  };
}

/** Compares an answer with a count over everything; returns how many lanes it has. */
function compare(told: Told, request: TimelineRequest): number {
  const answer = timelineSchema.parse(told.engine.timeline(request));
  const { source, thread, path, buckets = 200 } = request;
  const fromMs = request.from ? Date.parse(request.from) : told.startMs;
  const endMs = request.to ? Date.parse(request.to) : told.clock.at;
  const toMs = Math.max(fromMs + 1, endMs);
  const bucketOf = (at: number) =>
    Math.min(
      buckets - 1,
      Math.floor(((at - fromMs) / (toMs - fromMs)) * buckets),
    );
  const isBy = (one: { source: string; thread: string | null }) =>
    (source === undefined || one.source === source) &&
    (thread === undefined || one.thread === thread);
  const isShown = ({ at }: { at: number }) => at >= fromMs && at <= toMs;
  const own = (paths: string[]) =>
    paths.filter((one) => path === undefined || isIn(one, path));

  const expected: Record<string, string[]> = {};
  const matching = told.changes.filter(
    (change) => isBy(change) && own(change.paths).length > 0,
  );
  const shown = matching.filter(isShown);
  for (const who of new Set(shown.map((change) => change.source)))
    for (let bucket = 0; bucket < buckets; bucket++) {
      const all = shown.filter(
        (one) => one.source === who && bucketOf(one.at) === bucket,
      );
      if (all.length === 0) continue;
      const files = all.flatMap(({ paths }) => own(paths)).length;
      (expected[who] ??= []).push(
        `${bucket}: ${all.length} moments, ${files} files, to @${all.at(-1)!.n}`,
      );
    }
  assert.deepEqual(
    Object.fromEntries(
      answer.lanes.map((lane) => [
        lane.source,
        lane.buckets.map(
          (b) =>
            `${b.bucket}: ${b.moments} moments, ${b.files} files, to @${b.last}`,
        ),
      ]),
    ),
    expected,
    JSON.stringify(request),
  );
  const isAll = [source, thread, path].every((one) => one === undefined);
  assert.equal(answer.moments, matching.length + (isAll ? 1 : 0));

  const counts = new Map<string, number>();
  for (const mark of told.marks.filter(isBy).filter(isShown)) {
    const key = `${mark.kind} ${bucketOf(mark.at)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  assert.deepEqual(
    answer.marks.map((m) => `${m.kind} ${m.bucket} ${m.count}`).sort(),
    [...counts].map(([key, count]) => `${key} ${count}`).sort(),
    JSON.stringify(request),
  );
  return answer.lanes.length;
}

/** A playhead stops at every state that can be read, and at no other. */
function assertStops(told: Told, random: Random): number {
  const { engine } = told;
  const kept = [1, ...told.changes.map(({ n }) => n)].filter((n) => {
    try {
      engine.files(`@${n}`);
      return true;
    } catch (error) {
      assert.ok(CheckpointError.is(error, "not-kept"), String(error));
      return false;
    }
  });
  const walked: number[] = [];
  let stop = engine.timelineStop({ moment: 0, by: "end", isBack: false });
  assert.equal(stop?.isLast, true);
  for (; stop;) {
    stopSchema.parse(stop);
    walked.unshift(stop.moment);
    assert.equal(stop.isFirst, stop.moment === kept[0]);
    stop = engine.timelineStop({ moment: stop.moment, isBack: true });
  }
  assert.deepEqual(walked, kept);
  const at =
    told.startMs + Math.floor(random.next() * (told.clock.at - told.startMs));
  const timeOf = (n: number) =>
    told.changes.find((change) => change.n === n)?.at ?? told.startMs;
  const found = engine.timelineStop({ at: new Date(at).toISOString() });
  assert.equal(
    found?.moment,
    kept.filter((n) => timeOf(n) <= at).at(-1) ?? kept[0],
  );
  const [from, to] = [random.pick(kept), random.pick(kept)];
  const { files, total } = engine.timelineFiles({ from, to });
  const diff = engine.diff(`@${from}`, `@${to}`);
  assert.deepEqual(
    files.map(({ path }) => path).sort(),
    [diff.added, diff.modified, diff.deleted, diff.renamed]
      .flat()
      .map(({ path }) => path)
      .sort(),
  );
  assert.equal(total, files.length);
  assertSameFiles(engine, Math.min(from, to), Math.max(from, to));
  return kept.length;
}

/** What is kept in memory of the files says the same as the tables. */
function assertSameFiles(engine: Engine, from: number, to: number): void {
  const { context } = engine as unknown as { context: Context };
  const plain = (changes: readonly PathChange[]) =>
    changes
      .filter(({ layer }) => layer === "disk")
      .map(({ path, before, after, released }) => [
        ...[path, before?.hash, before?.mode, before?.sizeBytes],
        ...[after?.hash, after?.mode, after?.sizeBytes, released],
      ]);
  assert.deepEqual(
    plain(filesBetween(context, from, to)),
    plain(changesBetween(context.store.index, from, to)),
  );
}

function isIn(path: string, folder: string): boolean {
  return isWithin(workspacePath(path), workspacePath(folder));
}
