import assert from "node:assert/strict";
import type { CaptureResult, Engine } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import { stateAt } from "../helpers/history";
import { HOUR, ManualClock, MINUTE } from "../helpers/manualClock";
import type { Random } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Author } from "./authors";
import { Folder } from "./authors";

/** Short, so that histories of a few dozen steps exceed it. */
export const WINDOW_HOURS = 1;

export interface Said {
  author: Author;
  id: string;
  moment: number;
}

interface Remembered {
  folder: Folder;
  files: Map<string, string>;
  at: number;
  /** Whose changes made this moment; null for our own restores. */
  author: Author | null;
}

/**
 * A workspace with its engine, and in plain maps every state the folder ever had,
 * to compare with.
 */
export class Conversations {
  readonly log: string[] = [];
  readonly said: Said[] = [];
  readonly clock = new ManualClock();
  folder = new Folder();
  engine!: Engine;
  /** Individual moments up to here may have been forgotten. */
  pruned = 0;
  private readonly workspace = new TempWorkspace();
  private readonly remembered = new Map<number, Remembered>();
  private messages = 0;

  constructor(readonly random: Random) {}

  async open(): Promise<void> {
    this.engine?.close();
    this.engine = await this.workspace.open({
      clock: this.clock,
      settings: {
        maxCheckpoints: 8,
        retention: {
          ...{ guard: 2, session: 1, hourlyForHours: 6, dailyForDays: 1 },
          windowHours: WINDOW_HOURS,
        },
      },
    });
    if (this.remembered.size > 0) return;
    this.write();
    this.engine.checkpoint({ name: "first" });
    this.remember(null);
  }

  dispose(): void {
    this.workspace.dispose();
  }

  get last(): number {
    return Math.max(...this.remembered.keys());
  }

  at(moment: number): Remembered {
    return this.remembered.get(moment)!;
  }

  momentsAfter(moment: number, upTo = Infinity): number[] {
    return [...this.remembered.keys()].filter((n) => n > moment && n <= upTo);
  }

  /** An author changes something, and it is recorded under their name. */
  work(author: Author): CaptureResult {
    this.folder = this.folder.copy();
    this.folder.work(author, this.random);
    this.write();
    this.clock.advance(this.random.between(1, 40) * MINUTE);
    const { source, thread } = author;
    const result = this.engine.capture({ source, thread });
    this.remember(author);
    return result;
  }

  say(author: Author): void {
    const id = `m${this.messages++}`;
    const { source, thread } = author;
    const message = this.engine.recordMessage({
      ...{ thread: thread!, message: id, role: "user", source },
    });
    this.said.push({ author, id, moment: message.moment });
  }

  /** Remembers the current folder under the moment that the engine reports. */
  remember(author: Author | null): void {
    const { moment, isNew } = this.engine.capture();
    assert.ok(!isNew, "something was not recorded");
    if (this.remembered.has(moment)) return;
    const { folder } = this;
    const at = this.clock.now();
    this.remembered.set(moment, { folder, files: folder.files(), at, author });
  }

  /** Remembers a folder that is nobody's work: parts of several moments. */
  rememberMixed(files: Map<string, string>): void {
    const { moment } = this.engine.capture();
    if (this.remembered.has(moment)) return;
    const { folder } = this;
    const at = this.clock.now();
    this.remembered.set(moment, { folder, files, at, author: null });
  }

  /** Who changed a path after a moment, except our own restores. */
  changersOf(path: string, after: number): Author[] {
    const moments = [...this.remembered.keys()].sort((a, b) => a - b);
    const authors = new Set<Author>();
    moments.forEach((n, i) => {
      const { author, files } = this.at(n);
      if (n <= after || author === null) return;
      const before = this.at(moments[i - 1]!).files;
      if (before.get(path) !== files.get(path)) authors.add(author);
    });
    return [...authors];
  }

  assertFiles(expected: ReadonlyMap<string, string>, what: string): void {
    assertSame(textsOf(this.workspace.tree()), expected, what);
  }

  /** The current files, each as in one of the given states. */
  filesOf(states: ReadonlyMap<string, string>[]): Map<string, string> {
    const files = textsOf(this.workspace.tree());
    const paths = new Set(states.flatMap((state) => [...state.keys()]));
    for (const path of [...files.keys(), ...paths])
      if (!states.some((state) => state.get(path) === files.get(path)))
        files.set(path, "(what one of the states has)");
    return files;
  }

  /** Prunes according to the rules, after some time. */
  prune(): void {
    this.clock.advance(this.random.between(0, 12) * 5 * MINUTE);
    this.engine.prune();
    this.pruned = Math.max(this.pruned, this.forgottenUpTo());
    // A pause may count later than the clock says, but never earlier.
    const since = this.clock.now() - WINDOW_HOURS * HOUR;
    const old = [...this.remembered].filter(([, { at }]) => at <= since);
    const most = Math.max(0, ...old.map(([n]) => n));
    assert.ok(
      this.pruned <= most,
      `@${this.pruned} of the window is forgotten`,
    );
  }

  /** The moment up to which the engine reports single moments as not kept. */
  private forgottenUpTo(): number {
    try {
      // The first moment has a checkpoint that is always kept.
      this.engine.planRevert({ source: "editor", since: "@1" });
      return 0;
    } catch (error) {
      if (!CheckpointError.is(error)) throw error;
      return error.code === "not-kept" ? (error.data["moment"] as number) : 0;
    }
  }

  isKept(moment: number): boolean {
    return moment >= this.pruned || this.checkpointMoments().has(moment);
  }

  checkpointMoments(): Set<number> {
    const { checkpoints } = this.engine.list({ limit: 10_000 });
    return new Set(checkpoints.map((checkpoint) => checkpoint.moment));
  }

  /**
   * Every moment is there byte for byte, or has really expired and is reported as
   * such.
   */
  assertHistory(): void {
    const named = this.checkpointMoments();
    for (const n of named) assert.ok(this.remembered.has(n), `unknown @${n}`);
    for (const [n, { files }] of this.remembered) {
      let found;
      try {
        found = stateAt(this.engine, `@${n}`);
      } catch (error) {
        if (!CheckpointError.is(error, "not-kept")) throw error;
        assert.ok(!named.has(n) && n < this.pruned, `@${n} must be kept`);
        continue;
      }
      assertSame(textsOf(found), files, `@${n}`);
    }
    const { ok, damaged } = this.engine.verify();
    assert.ok(ok, JSON.stringify(damaged));
  }

  private write(): void {
    const files = this.folder.files();
    for (const path of this.workspace.tree().keys())
      if (!files.has(path)) this.workspace.remove(path);
    for (const [path, text] of files)
      if (!this.workspace.exists(path) || this.workspace.text(path) !== text)
        this.workspace.write(path, text);
  }
}

function textsOf(tree: ReadonlyMap<string, { bytes: Buffer }>) {
  const rows = [...tree].map(
    ([path, { bytes }]) => [path, `${bytes}`] as const,
  );
  return new Map(rows);
}

function assertSame(
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  what: string,
): void {
  const sorted = (map: ReadonlyMap<string, string>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  assert.deepEqual(sorted(actual), sorted(expected), what);
}
