import fc from "../helpers/generated";
import fs from "node:fs";
import type { Engine } from "../../src/engine/api";
import { errorOf, redo, restore, stateAt, undo } from "../helpers/history";
import { seedOf, soakFactor } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";
import { differing, Model } from "./model";

const RUNS = Number(process.env["CHECKPOINT_RUNS"] ?? 1_000) * soakFactor();
/**
 * Files, folders and links replace each other at these paths; x.log is always
 * ignored.
 */
const PATHS = ["a", "a/b", "a/b/c", "a/d", "e", "e/f", "g.txt", "h é 𝒽.bin"];
const SOURCES = ["outside", "bot", "other"];

type Step =
  | { do: "write"; path: string; text: string }
  | { do: "remove"; path: string }
  | { do: "rename"; path: string; to: string }
  | { do: "mode"; path: string; mode: number }
  | { do: "link"; path: string; target: string }
  | { do: "log"; text: string }
  | { do: "unsaved"; path: string; text: string | null }
  | { do: "formatted"; path: string; typed: string; saved: string }
  | { do: "capture"; source: string; told: string[] | null }
  | { do: "checkpoint" | "otherProcess" | "reopen" | "undo" | "redo" }
  | { do: "restore"; pick: number; scope: string[]; source: string | null }
  | { do: "delete"; pick: number };

type Formatted = Extract<Step, { do: "formatted" }>;

const onePath = fc.constantFrom(...PATHS);
const someText = fc.oneof(
  fc.constantFrom("", "one\n", "two\r\n", "\u0000\u00ff", "long ".repeat(2000)),
  fc.string({ maxLength: 12 }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      path: onePath,
      text: someText,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("remove" as const), path: onePath }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("rename" as const),
      path: onePath,
      to: onePath,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("mode" as const),
      path: onePath,
      mode: fc.constantFrom(0o644, 0o755, 0o600),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("link" as const),
      path: onePath,
      target: fc.constantFrom("a", "e/f", "..", "nowhere", "/"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("log" as const), text: someText }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("unsaved" as const),
      path: onePath,
      text: fc.option(someText),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("formatted" as const),
      path: onePath,
      typed: someText,
      saved: someText,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("capture" as const),
      source: fc.constantFrom(...SOURCES),
      told: fc.option(fc.array(onePath, { maxLength: 3 })),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ do: "checkpoint" as const }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { do: "otherProcess" as const },
      { do: "reopen" as const },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("restore" as const),
      pick: fc.nat(),
      scope: fc.array(onePath, { maxLength: 2 }),
      source: fc.option(fc.constantFrom(...SOURCES), { freq: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { do: "undo" as const },
      { do: "redo" as const },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      pick: fc.nat(),
    }),
  },
);

describe("generated histories", function () {
  this.timeout(1_800_000 * soakFactor());
  const seed = seedOf(1);

  it(`every checkpoint of ${RUNS} histories matches a naive copy of the folder`, async () => {
    console.log(`      seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), live),
      { numRuns: RUNS, seed, endOnFailure: false },
    );
  });
});

async function live(steps: Step[]): Promise<void> {
  const workspace = new TempWorkspace({
    ".gitignore": "*.log\n",
    "a/b": "start",
    "x.log": "mine",
  });
  try {
    const history = new History(workspace, await workspace.open());
    for (const one of steps) await history.take(one);
    await history.check();
  } finally {
    workspace.dispose();
  }
}

/** One history, in the engine and in the model side by side. */
class History {
  private hasCaptured = false;
  private readonly model = new Model(
    (name) => name.endsWith(".log"),
    (name) =>
      this.isReal(name) && fs.lstatSync(this.workspace.at(name)).isDirectory(),
  );

  constructor(
    private readonly workspace: TempWorkspace,
    private engine: Engine,
  ) {}

  async take(step: Step): Promise<void> {
    const { workspace } = this;
    switch (step.do) {
      case "write":
        return this.makeWay(step.path, () =>
          workspace.write(step.path, Buffer.from(step.text, "latin1")),
        );
      case "link":
        return this.makeWay(step.path, () =>
          workspace.link(step.path, step.target),
        );
      case "log":
        return workspace.write("x.log", step.text);
      case "remove":
        if (this.isReal(step.path)) workspace.remove(step.path);
        return;
      case "rename":
        if (step.to.startsWith(step.path) || !this.isReal(step.path)) return;
        return this.makeWay(step.to, () => {
          if (this.isReal(step.path)) workspace.rename(step.path, step.to);
        });
      case "mode":
        if (
          this.isReal(step.path) &&
          fs.lstatSync(workspace.at(step.path)).isFile()
        )
          fs.chmodSync(workspace.at(step.path), step.mode);
        return;
      case "unsaved":
        this.engine.capture({ paths: [], unsaved: [step] });
        this.captured("outside", []);
        this.model.type(step.path, step.text, "editor");
        return;
      case "formatted":
        return this.saveFormatted(step);
      case "capture":
        this.engine.capture({
          source: step.source,
          ...(step.told ? { paths: step.told } : {}),
        });
        this.captured(step.source, step.told);
        return;
      case "checkpoint":
        return this.checkpoint(this.engine);
      case "otherProcess": {
        const other = await workspace.open();
        this.checkpoint(other);
        other.close();
        return;
      }
      case "reopen":
        this.engine = await workspace.reopen(this.engine);
        return;
      case "restore":
        return this.restore(step);
      case "undo":
      case "redo":
        return this.goBack(step.do);
      case "delete":
        return this.deleteOne(step.pick);
    }
  }

  /** A save that a formatter changed is two moments, of which only the second is of the file. */
  private saveFormatted({ path, typed, saved }: Formatted): void {
    this.makeWay(path, () => this.workspace.write(path, saved));
    this.engine.capture({
      ...{
        paths: [path],
        source: "editor",
        formatted: [{ path, typed, saved }],
      },
      unsaved: [{ path, text: null }],
    });
    this.captured("editor", [path]);
    this.model.type(path, null, "editor");
  }

  /** Every checkpoint by reading, the oldest and newest also by restoring. */
  async check(): Promise<void> {
    this.engine = await this.workspace.reopen(this.engine);
    const { checkpoints } = this.model;
    for (const [number, tree] of checkpoints)
      assertSameTree(stateAt(this.engine, `#${number}`), tree, `#${number}`);
    const numbers = [...checkpoints.keys()];
    for (const number of new Set([numbers[0], numbers.at(-1)]))
      if (number !== undefined)
        this.restore({
          do: "restore",
          pick: numbers.indexOf(number),
          scope: [],
          source: null,
        });
  }

  /** The very first capture scans everything, whatever paths are given. */
  private captured(source: string, told: readonly string[] | null): void {
    const paths = this.hasCaptured ? (told ?? undefined) : undefined;
    this.model.capture(this.workspace.tree(), source, paths);
    this.hasCaptured = true;
  }

  private checkpoint(engine: Engine): void {
    const { number } = engine.checkpoint();
    this.captured("outside", null);
    this.model.checkpoint(number);
  }

  private restore(step: Step & { do: "restore" }): void {
    const { model, workspace } = this;
    const numbers = [...model.checkpoints.keys()];
    const number = numbers[step.pick % numbers.length];
    if (number === undefined) return;
    const before = workspace.tree();
    const scope = step.scope;
    model.capture(before, "outside", scope.length > 0 ? scope : undefined);
    const wanted = model.restored(
      before,
      number,
      scope,
      step.source ?? undefined,
    );
    const request = {
      to: `#${number}`,
      paths: scope,
      ...(step.source === null ? {} : { source: step.source }),
    };
    if (step.source !== null && !model.knows(step.source)) {
      errorOf(() => this.engine.planRestore(request), "not-found");
      return;
    }
    model.guard(before, wanted);
    const report = restore(this.engine, request);
    const after = workspace.tree();
    assertSameTree(
      after,
      wanted,
      `restore of ${scope.join(", ") || "everything"} to #${number}`,
    );
    if (report.restoreId !== null) {
      model.did("restore", before, after);
      this.checkGuard(report.guard!.number, before, after);
    }
  }

  private goBack(verb: "undo" | "redo"): void {
    const { model, workspace } = this;
    const done = model[verb].pop();
    if (!done) return;
    const before = workspace.tree();
    model.capture(before, "outside", done.paths);
    const wanted = model.back(before, done);
    model.guard(before, wanted);
    const report = (verb === "undo" ? undo : redo)(this.engine);
    const after = workspace.tree();
    assertSameTree(after, wanted, verb);
    if (report.restoreId === null) return;
    model.did(verb, before, after);
  }

  /** Whatever the restore replaced or deleted is in its guard. */
  private checkGuard(number: number, before: Tree, after: Tree): void {
    const guard = stateAt(this.engine, `#${number}`);
    for (const name of differing(before, after)) {
      const replaced = before.get(name);
      const held = guard.get(name);
      if (
        replaced &&
        !(
          held &&
          held.bytes.equals(replaced.bytes) &&
          held.mode === replaced.mode
        )
      )
        throw new Error(`the guard does not hold ${name}`);
    }
  }

  private deleteOne(pick: number): void {
    const numbers = [...this.model.checkpoints.keys()];
    const number = numbers[pick % numbers.length];
    if (number === undefined) return;
    this.engine.delete([`#${number}`]);
    this.model.checkpoints.delete(number);
  }

  /**
   * True if something exists there, reached without a link or a file on the way.
   */
  private isReal(name: string): boolean {
    const parts = name.split("/");
    return parts.every((_, i) => {
      const at = this.workspace.at(parts.slice(0, i + 1).join("/"));
      const stat = fs.lstatSync(at, { throwIfNoEntry: false });
      return i < parts.length - 1 ? stat?.isDirectory() : stat !== undefined;
    });
  }

  /** Removes files and links above a path, and whatever is at it. */
  private makeWay(name: string, work: () => void): void {
    const parts = name.split("/");
    for (let i = 1; i < parts.length; i++) {
      const above = parts.slice(0, i).join("/");
      const stat = fs.lstatSync(this.workspace.at(above), {
        throwIfNoEntry: false,
      });
      if (stat && !stat.isDirectory()) this.workspace.remove(above);
    }
    this.workspace.remove(name);
    work();
  }
}
