import assert from "node:assert/strict";
import fc from "../helpers/generated";
import { nextStep, type NextStep, type Outcome } from "../../src/engine/bisect";

/** Runs a search to its end against a known answer. */
function search(truth: readonly Outcome[]): {
  done: NextStep & { kind: "done" };
  tests: number;
} {
  const outcomes = new Map<number, Outcome>();
  for (let tests = 0; ; tests++) {
    const step = nextStep(truth.length, outcomes);
    if (step.kind === "done") return { done: step, tests };
    assert.ok(!outcomes.has(step.index), "asks about each point once");
    outcomes.set(step.index, truth[step.index]!);
  }
}

describe("bisect", () => {
  it("needs no test if the two ends are adjacent", () => {
    assert.deepEqual(search(["good", "bad"]), {
      done: { kind: "done", lastGood: 0, firstBad: 1, suspects: [1] },
      tests: 0,
    });
  });

  it("finds the first bad point in a logarithmic number of tests", () => {
    for (let firstBad = 1; firstBad < 1000; firstBad += 37) {
      const truth = Array.from({ length: 1000 }, (_, i): Outcome =>
        i < firstBad ? "good" : "bad",
      );
      const { done, tests } = search(truth);
      assert.deepEqual(done.suspects, [firstBad]);
      assert.ok(tests <= 10, `${tests} tests`);
    }
  });

  it("names every suspect if skipped points hide the first bad one", () => {
    const truth: Outcome[] = ["good", "good", "skip", "skip", "bad", "bad"];
    assert.deepEqual(search(truth).done, {
      kind: "done",
      lastGood: 1,
      firstBad: 4,
      suspects: [2, 3, 4],
    });
  });

  it("never loses the culprit, whatever is skipped", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.nat(),
        fc.array(fc.nat()),
        (count, seed, skips) => {
          const firstBad = 1 + (seed % (count - 1));
          const truth = Array.from({ length: count }, (_, i): Outcome =>
            i < firstBad ? "good" : "bad",
          );
          for (const skip of skips)
            if (skip % count !== 0 && skip % count !== count - 1)
              truth[skip % count] = "skip";
          const { done } = search(truth);
          assert.ok(done.suspects.includes(firstBad));
          // Apart from the point seen as bad, only skipped points can be suspects.
          for (const i of done.suspects.slice(0, -1))
            assert.equal(truth[i], "skip");
        },
      ),
    );
  });

  it("reports how many tests are left", () => {
    const step = nextStep(9, new Map());
    assert.ok(step.kind === "test");
    assert.equal(step.index, 4);
    assert.equal(step.testsLeft, 3);
  });
});
