import assert from "node:assert/strict";
import fc from "../helpers/generated";
import type { Disk, DiskStat } from "../../src/base/disk";
import type { Engine } from "../../src/engine/api";
import { isWithin } from "../../src/engine/model/workspacePath";
import { trackIn } from "../helpers/gitIndex";
import { redo, restore, stateAt, undo } from "../helpers/history";
import { quickDisk } from "../helpers/quickDisk";
import { seedOf, soakFactor } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";
import type { RuleChange } from "./ignoreModel";
import { PlainRules } from "./ignoreModel";
import { differing } from "./model";

const RUNS = Number(process.env["CHECKPOINT_RUNS"] ?? 300) * soakFactor();
/** Some names sort before `.gitignore`, some after. */
const PATHS = [
  "+x.log",
  "a.log",
  "b",
  "dist/x",
  "dist/y.log",
  "keep.log",
].concat(["src/+x.log", "src/a.log", "src/b", "src/dist/x"]);
/** Each text has a unique size: see `write`. */
const ROOT_RULES = [
  null,
  "",
  "*.log\n",
  "*.log\n!keep.log\n",
  "dist/\n\n",
  "src/\nb\n\n",
  "*.log\ndist/\nb\n!b\n",
];
const SRC_RULES = [null, "", "!*.log\n", "b\n", "*.log\n!a.log\n", "dist/\n"];
const EXCLUDE = [[], ["dist"], ["*.log"], ["src", "b"]];
const INCLUDE = [[], [], ["keep.log"], ["b"]];

type Step =
  | { do: "write" | "remove"; path: string }
  | { do: "rules"; file: string; text: string | null }
  | { do: "settings"; settings: RuleChange }
  | { do: "track"; paths: string[] }
  | { do: "capture"; told: string[] }
  | { do: "checkpoint" | "reopen" }
  | { do: "restore"; pick: number; scope: string[]; undo: boolean };

const onePath = fc.constantFrom(...PATHS);
const told = fc.constantFrom(...PATHS, ".gitignore", "src/.gitignore", "src");
const rules = fc.oneof(
  fc.record({
    do: fc.constant("rules" as const),
    file: fc.constant(".gitignore"),
    text: fc.constantFrom(...ROOT_RULES),
  }),
  fc.record({
    do: fc.constant("rules" as const),
    file: fc.constant("src/.gitignore"),
    text: fc.constantFrom(...SRC_RULES),
  }),
);
const settings = fc.record({
  do: fc.constant("settings" as const),
  settings: fc.record({
    exclude: fc.constantFrom(...EXCLUDE),
    include: fc.constantFrom(...INCLUDE),
    respectGitignore: fc.constantFrom(true, true, false),
  }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "write" as const,
        "write" as const,
        "remove" as const,
      ),
      path: onePath,
    }),
  },
  { weight: 5, arbitrary: rules },
  { weight: 2, arbitrary: settings },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("track" as const),
      paths: fc.subarray([...PATHS, ".gitignore", "src/.gitignore"]),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("capture" as const),
      told: fc.array(told, { maxLength: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "checkpoint" as const,
        "checkpoint" as const,
        "reopen" as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("restore" as const),
      pick: fc.nat(),
      scope: fc.array(told, { maxLength: 2 }),
      undo: fc.boolean(),
    }),
  },
);

describe("generated histories with changing rules", function () {
  this.timeout(1_800_000 * soakFactor());
  const seed = seedOf(2);

  it(`no file of ${RUNS} histories is lost because a rule ignores it, and what was recorded is restored`, async () => {
    console.log(`      seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        live,
      ),
      { numRuns: RUNS, seed, endOnFailure: false },
    );
  });
});

async function live(steps: Step[], isAged: boolean): Promise<void> {
  const workspace = new TempWorkspace();
  try {
    const history = new History(workspace, isAged ? agedDisk : quickDisk);
    await history.open();
    for (const one of steps) await history.take(one);
    await history.check();
  } finally {
    workspace.dispose();
  }
}

/** A checkpoint as a naive copy: what is recorded, and everything that existed. */
interface Copy {
  recorded: Tree;
  all: Tree;
  /** Paths that were missing at some time since. */
  missed: Set<string>;
}

class History {
  private engine!: Engine;
  private settings: RuleChange = {
    exclude: [],
    include: [],
    respectGitignore: true,
  };
  private readonly copies = new Map<number, Copy>();
  /**
   * Paths that a rule matched at some time: if tracked and missing, they were not
   * searched for.
   */
  private readonly everIgnored = new Set<string>();
  private tracked = new Set<string>();
  private written = 0;

  constructor(
    private readonly workspace: TempWorkspace,
    private readonly disk: Disk,
  ) {}

  async open(): Promise<void> {
    this.engine?.close();
    const { disk, settings } = this;
    this.engine = await this.workspace.open({ disk, settings });
  }

  async take(step: Step): Promise<void> {
    await this.doStep(step);
    const tree = this.tree();
    const now = new PlainRules(tree, this.settings);
    for (const path of PATHS) {
      if (now.isIgnored(path)) this.everIgnored.add(path);
      for (const copy of this.copies.values())
        if (!tree.has(path)) copy.missed.add(path);
    }
  }

  async check(): Promise<void> {
    await this.open();
    for (const [number, copy] of this.copies)
      assertSameTree(
        stateAt(this.engine, `#${number}`),
        copy.recorded,
        `#${number}`,
      );
    for (const number of this.copies.keys()) this.restore(number, []);
  }

  private async doStep(step: Step): Promise<void> {
    const { workspace, engine } = this;
    switch (step.do) {
      case "write":
        // Every content has a unique size, so that timestamps do not matter.
        return workspace.write(step.path, "x".repeat(++this.written));
      case "remove":
        return workspace.remove(step.path);
      case "rules":
        if (step.text === null) workspace.remove(step.file);
        else workspace.write(step.file, step.text);
        return;
      case "settings":
        this.settings = step.settings;
        return engine.configure(step.settings);
      case "track":
        this.tracked = new Set(step.paths);
        return trackIn(workspace.root, step.paths);
      case "capture":
        engine.capture({ paths: step.told });
        return;
      case "checkpoint":
        return this.checkpoint();
      case "reopen":
        return this.open();
      case "restore": {
        const numbers = [...this.copies.keys()];
        const number = numbers[step.pick % numbers.length];
        if (number === undefined) return;
        this.restore(number, step.scope, step.undo);
      }
    }
  }

  private checkpoint(): void {
    const all = this.tree();
    const { number } = this.engine.checkpoint();
    const rules = new PlainRules(all, this.settings, this.tracked);
    const recorded = new Map(
      [...all].filter(([path]) => !rules.isIgnored(path)),
    );
    assertSameTree(stateAt(this.engine, `#${number}`), recorded, `#${number}`);
    this.copies.set(number, { recorded, all, missed: new Set() });
  }

  private restore(number: number, scope: string[], isUndone = false): void {
    const { engine } = this;
    const before = this.tree();
    const copy = this.copies.get(number)!;
    const rules = new PlainRules(before, this.settings, this.tracked);
    const report = restore(engine, { to: `#${number}`, paths: scope });
    const after = this.tree();
    const isIn = (path: string) =>
      scope.length === 0 || scope.some((folder) => isWithin(path, folder));
    const touched = differing(before, after);
    for (const path of new Set([...before.keys(), ...copy.recorded.keys()])) {
      const wanted = copy.recorded.get(path);
      const found = after.get(path);
      const isTouched = touched.includes(path);
      const say = `${path}, restoring ${scope.join(" ") || "all"} to #${number}`;
      if (!isIn(path)) assert.ok(!isTouched, `not asked for: ${say}`);
      else if (wanted)
        assert.ok(
          found?.bytes.equals(wanted.bytes),
          `not brought back: ${say}`,
        );
      else if (rules.isIgnored(path))
        assert.ok(!isTouched, `ignored now, and yet gone: ${say}`);
      else if (copy.all.has(path) && !copy.missed.has(path))
        assert.ok(!isTouched, `there all along, and yet gone: ${say}`);
      else if (!this.everIgnored.has(path) && PATHS.includes(path))
        assert.ok(!found, `made since, and yet there: ${say}`);
    }
    if (report.restoreId === null) {
      assert.deepEqual(touched, []);
      return;
    }
    this.checkGuard(report.guard!.number, before, touched);
    if (!isUndone) return;
    undo(engine);
    assertSameTree(this.tree(), before, "the folder after the undo");
    redo(engine);
    assertSameTree(this.tree(), after, "the folder after the redo");
  }

  /** The contents of the folder, without the index of tracked files. */
  private tree(): Tree {
    const all = [...this.workspace.tree()];
    return new Map(all.filter(([path]) => !path.startsWith(".git/")));
  }

  /** Whatever a restore replaced or deleted is in its guard. */
  private checkGuard(number: number, before: Tree, touched: string[]): void {
    const guard = stateAt(this.engine, `#${number}`);
    for (const path of touched) {
      const replaced = before.get(path);
      if (replaced)
        assert.ok(
          guard.get(path)?.bytes.equals(replaced.bytes),
          `the guard does not hold ${path}`,
        );
    }
  }
}

/**
 * A disk whose files are all older than the resolution of its clock: timestamps are
 * trusted.
 */
const aged = <T extends DiskStat | null>(stat: T): T =>
  stat && {
    ...stat,
    mtimeMs: stat.mtimeMs - 10_000,
    ctimeMs: stat.ctimeMs - 10_000,
  };
const agedDisk: Disk = {
  ...quickDisk,
  lstat: (path) => aged(quickDisk.lstat(path)),
  stat: (fd) => aged(quickDisk.stat(fd)),
};
