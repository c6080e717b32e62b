import assert from "node:assert/strict";
import { changedBetween } from "../../../src/engine/model/lineSearch";
import { Random } from "../../helpers/random";

describe("the search for unchanged lines", () => {
  it("finds as many as there are, in 2,000 generated lists", () => {
    const random = new Random(3);
    for (let n = 0; n < 2_000; n++) {
      const kinds = random.pick([2, 3, 6, 20]);
      const old = numbers(random, random.below(25), kinds);
      const now = random.chance(0.5)
        ? numbers(random, random.below(25), kinds)
        : edited(random, old, kinds);
      assert.equal(
        keptOf(old, now).length,
        longestCommon(old, now),
        JSON.stringify([[...old], [...now]]),
      );
    }
  });

  it("ends with a correct answer where it cuts its search", () => {
    const random = new Random(4);
    for (const kinds of [30, 300, 3_000]) {
      const old = numbers(random, 6_000, kinds);
      assert.ok(keptOf(old, numbers(random, 5_000, kinds)).length > 0);
    }
    // Two halves that changed places: one of them is kept.
    const old = Int32Array.from({ length: 6_000 }, (_, i) => i);
    const turned = Int32Array.from([
      ...old.subarray(3_000),
      ...old.subarray(0, 3_000),
    ]);
    assert.equal(keptOf(old, turned).length, 3_000);
  });
});

function numbers(random: Random, count: number, kinds: number): Int32Array {
  return Int32Array.from({ length: count }, () => random.below(kinds));
}

function edited(random: Random, old: Int32Array, kinds: number): Int32Array {
  return Int32Array.from(
    [...old].flatMap((number) =>
      random.chance(0.2)
        ? [...numbers(random, random.below(3), kinds)]
        : [number],
    ),
  );
}

/** The unchanged numbers; those of both lists must be the same. */
function keptOf(old: Int32Array, now: Int32Array): Int32Array {
  const changed = changedBetween(old, now);
  const kept = old.filter((_, i) => changed.old[i] === 0);
  assert.deepEqual(
    kept,
    now.filter((_, i) => changed.now[i] === 0),
  );
  return kept;
}

function longestCommon(old: Int32Array, now: Int32Array): number {
  let row = new Int32Array(now.length + 1);
  for (const number of old) {
    const next = new Int32Array(now.length + 1);
    now.forEach((other, j) => {
      next[j + 1] =
        number === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    });
    row = next;
  }
  return row[now.length]!;
}
