import assert from "node:assert/strict";
import {
  plausibleTimes,
  provenAges,
} from "../../../src/engine/model/recordTimes";
import fc from "../../helpers/generated";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1000 * DAY;

describe("times recorded by a wrong clock", () => {
  const cases: [string, number[], number[]][] = [
    ["nothing is recorded", [], []],
    ["the clock was right", [1, 2, 2, 5], [1, 2, 2, 5]],
    ["once ahead", [1, 2, 50, 3, 4], [1, 2, 3, 3, 4]],
    ["ahead of now", [1, 2, NOW + 1, 4], [1, 2, 4, 4]],
    ["ahead of now, and nothing since", [1, 2, NOW + 1], [1, 2, 2]],
    ["ahead for a while", [10, 70, 71, 11, 12, 13], [10, 11, 11, 11, 12, 13]],
    ["once back", [10, 11, 1, 12, 13], [10, 11, 12, 12, 13]],
    ["back for a while", [10, 11, 12, 1, 2, 13], [10, 11, 12, 13, 13, 13]],
    ["wrong at first", [50, 2, 3, 4], [2, 2, 3, 4]],
    ["all of it after now", [NOW + 5, NOW + 6], [NOW, NOW]],
  ];
  for (const [what, said, wanted] of cases)
    it(what, () => assert.deepEqual(plausibleTimes(said, NOW), wanted));

  it("are in order, not in the future, and unchanged where possible", () => {
    const times = fc.array(fc.integer({ min: NOW - 50, max: NOW + 10 }));
    fc.assert(
      fc.property(times, (said) => {
        const plausible = plausibleTimes(said, NOW);
        plausible.forEach((at, i) => {
          assert.ok(at <= NOW);
          assert.ok(i === 0 || plausible[i - 1]! <= at);
        });
        // Plausible times stay the same, and a single outlier changes no other.
        assert.deepEqual(plausibleTimes(plausible, NOW), plausible);
        const sorted = [...said]
          .filter((at) => at <= NOW)
          .sort((a, b) => a - b);
        if (sorted.length < 3) return;
        const middle = sorted.length >> 1;
        const once = sorted.toSpliced(middle, 0, NOW + DAY);
        assert.deepEqual(
          plausibleTimes(once, NOW).toSpliced(middle, 1),
          sorted,
        );
      }),
    );
  });
});

describe("proven ages", () => {
  const ages = (agesMs: number[]) =>
    provenAges(
      agesMs.map((age) => NOW - age),
      NOW,
    );

  it("follow the clock while something is recorded", () => {
    const steady = Array.from({ length: 100 }, (_, i) => (100 - i) * HOUR);
    assert.deepEqual(ages(steady), steady);
  });

  it("count a long pause only a day after it", () => {
    assert.deepEqual(ages([60 * DAY]), [0]);
    assert.deepEqual(ages([60 * DAY + HOUR, 60 * DAY, 0]), [HOUR, 0, 0]);
    assert.deepEqual(ages([60 * DAY, DAY - 1]), [0, 0]);
    // A day later it counts; the pause since then does not yet.
    assert.deepEqual(ages([60 * DAY, DAY]), [59 * DAY, 0]);
  });

  it("never exceed what the clock says, and keep the order of the records", () => {
    const list = fc.array(fc.nat(90 * DAY));
    fc.assert(
      fc.property(list, (given) => {
        const said = given.sort((a, b) => b - a);
        const sure = ages(said);
        sure.forEach((age, i) => {
          assert.ok(age <= said[i]!);
          assert.ok(i === 0 || sure[i - 1]! >= age);
        });
      }),
    );
  });
});
