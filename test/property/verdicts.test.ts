import assert from "node:assert/strict";
import fc from "../helpers/generated";
import type { Engine } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import { restore, stateAt } from "../helpers/history";
import { ManualClock } from "../helpers/manualClock";
import { soakFactor } from "../helpers/random";
import { TempWorkspace } from "../helpers/tempWorkspace";

const RUNS = 100 * soakFactor();
const LABELS = ["test", "build", "lint"] as const;
/** Whether the editor showed errors: a weak verdict, which never makes a state good. */
const WEAK = "diagnostics";
/** Nothing is kept but what must be. */
const STRICT = {
  maxCheckpoints: 0,
  retention: {
    ...{ guard: 0, session: 0, windowHours: 0 },
    ...{ hourlyForHours: 0, dailyForDays: 0 },
  },
};

type Step =
  | { do: "write"; text: string }
  | {
      do: "check";
      label: string;
      passed: boolean;
      meanwhile: "nothing" | "change" | "there and back" | "typing";
    }
  | { do: "restore"; pick: number }
  | { do: "prune" | "compact" | "reopen" | "checkpoint" | "another day" }
  | { do: "delete"; pick: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      text: fc.constantFrom("one", "two", "three", "four"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("check" as const),
      label: fc.constantFrom(...LABELS, ...LABELS, WEAK),
      passed: fc.boolean(),
      meanwhile: fc.constantFrom(
        ...(["nothing", "nothing", "nothing", "change"] as const),
        ...(["there and back", "typing"] as const),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("restore" as const),
      pick: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      pick: fc.nat(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...([
          "prune",
          "compact",
          "reopen",
          "checkpoint",
          "another day",
        ] as const),
      ),
    }),
  },
);

interface Run {
  label: string;
  passed: boolean;
  moment: number;
  /** The files that the command saw, as text. */
  saw: string;
}

/** A folder whose history is compared with every command that was run in it. */
class Story {
  private readonly runs: Run[] = [];
  /** Moments that a person deleted, or that were once not the last good ones. */
  private readonly mayBeGone = new Set<string>();
  private typed = 0;

  private constructor(
    private readonly work: TempWorkspace,
    private engine: Engine,
    private readonly options: { clock: ManualClock; settings: typeof STRICT },
  ) {}

  static async begin(work: TempWorkspace): Promise<Story> {
    const options = { clock: new ManualClock(), settings: STRICT };
    return new Story(work, await work.open(options), options);
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "write":
        return this.work.write("a.txt", step.text);
      case "check":
        return this.check(step.label, step.passed, step.meanwhile);
      case "restore": {
        const picked = this.pick(step.pick);
        if (picked) restore(this.engine, { to: `#${picked.number}` });
        return;
      }
      case "delete": {
        const picked = this.pick(step.pick);
        if (!picked) return;
        this.engine.delete([`#${picked.number}`], { force: true });
        for (const label of LABELS)
          this.mayBeGone.add(`${label} ${picked.moment}`);
        return;
      }
      case "prune":
        return void this.engine.prune();
      case "compact":
        return void this.engine.compact();
      case "reopen":
        this.engine = await this.work.reopen(this.engine, this.options);
        return;
      case "checkpoint":
        return void this.engine.checkpoint({ kind: "automatic" });
      case "another day":
        return void this.options.clock.advance(25 * 3_600_000);
    }
  }

  private check(
    label: string,
    passed: boolean,
    meanwhile: (Step & { do: "check" })["meanwhile"],
  ): void {
    const { moment, rewrites } = this.engine.capture();
    const saw = this.work.text("a.txt");
    if (meanwhile === "change") this.work.write("a.txt", `${saw}!`);
    if (meanwhile === "there and back") {
      this.work.write("a.txt", "elsewhere");
      this.engine.capture();
      this.work.write("a.txt", saw);
    }
    if (meanwhile === "typing")
      this.engine.capture({
        ...{ paths: [], source: "editor" },
        unsaved: [{ path: "a.txt", text: `typed ${this.typed++}` }],
      });
    const { verdict, checkpoint } = this.engine.verdict({
      ...{ label, passed, exitCode: passed ? 0 : 1 },
      ...{ since: moment, rewrites, source: "cli" },
    });
    const isUndisturbed = meanwhile === "nothing" || meanwhile === "typing";
    assert.equal(verdict.exact, isUndisturbed, meanwhile);
    if (!isUndisturbed || label === WEAK) return;
    assert.ok(checkpoint, "an exact verdict has a checkpoint");
    this.runs.push({ label, passed, moment: checkpoint.moment, saw });
  }

  private pick(pick: number) {
    const { checkpoints } = this.engine.list({ limit: 1000 });
    return checkpoints[pick % (checkpoints.length || 1)];
  }

  /** Compares every reference with what was really run. */
  assertReferences(): void {
    for (const label of LABELS) this.assertGood(`good:${label}`, label);
    for (const { label, lastGood } of this.engine.checks())
      assert.equal(
        lastGood?.moment,
        this.resolve(`good:${label}`)?.moment,
        `the last good state of ${label}`,
      );
    this.assertGood("good", undefined);
  }

  private assertGood(ref: string, label: string | undefined): void {
    const own = this.runs.filter(
      (run) => label === undefined || run.label === label,
    );
    const point = this.resolve(ref);
    if (point) {
      const here = own.filter(({ moment }) => moment === point.moment);
      assert.ok(here.length > 0, `${ref} was never checked`);
      assert.ok(
        here.every(({ passed }) => passed),
        `${ref} failed there`,
      );
      const text = stateAt(this.engine, `@${point.moment}`).get("a.txt");
      for (const { saw } of here)
        assert.equal(text?.bytes.toString(), saw, ref);
    }
    if (label === undefined) return;
    // The newest state on which it only passed is there. (One that was passed over before, because a
    // newer one had passed and then failed as well, may be gone.)
    const moments = [...new Set(own.map(({ moment }) => moment))].sort(
      (a, b) => b - a,
    );
    const newest = moments.find((moment) =>
      own.every((run) => run.moment !== moment || run.passed),
    );
    if (newest !== undefined && !this.mayBeGone.has(`${label} ${newest}`))
      assert.equal(point?.moment, newest, ref);
    // From now on retention may remove all others.
    for (const moment of moments)
      if (moment !== newest) this.mayBeGone.add(`${label} ${moment}`);
  }

  private resolve(ref: string) {
    try {
      return this.engine.resolve(ref);
    } catch (error) {
      if (CheckpointError.is(error, "not-found")) return null;
      throw error;
    }
  }
}

describe("verdicts, restores, prunes and compactions in any order", function () {
  this.timeout(0);

  it(`good is a state that the command saw pass, in ${RUNS} histories`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        async (steps) => {
          const work = new TempWorkspace({ "a.txt": "zero" });
          try {
            const story = await Story.begin(work);
            for (const one of steps) {
              await story.take(one);
              story.assertReferences();
            }
          } finally {
            work.dispose();
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: false },
    );
  });
});
