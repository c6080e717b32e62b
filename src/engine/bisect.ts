/**
 * Binary search for the first bad point. Pure: points are positions in a list whose
 * first entry is good and whose last is bad; the caller runs the tests and passes
 * in their outcomes.
 */
export type Outcome = "good" | "bad" | "skip";

export type NextStep =
  /**
   * Test this point next. `testsLeft` estimates the remaining tests, including this
   * one.
   */
  | { kind: "test"; index: number; testsLeft: number }
  /**
   * The first bad point. If points before it were skipped, any of `suspects` may be
   * the first.
   */
  | { kind: "done"; lastGood: number; firstBad: number; suspects: number[] };

/** Returns what to test next, given the outcomes so far for `count` points. */
export function nextStep(
  count: number,
  outcomes: ReadonlyMap<number, Outcome>,
): NextStep {
  const { lastGood, firstBad } = bounds(count, outcomes);
  const open: number[] = [];
  for (let i = lastGood + 1; i < firstBad; i++)
    if (!outcomes.has(i)) open.push(i);
  if (open.length === 0) {
    const suspects: number[] = [];
    for (let i = lastGood + 1; i <= firstBad; i++) suspects.push(i);
    return { kind: "done", lastGood, firstBad, suspects };
  }
  const middle = (lastGood + firstBad) / 2;
  const index = open.reduce((best, i) =>
    Math.abs(i - middle) < Math.abs(best - middle) ? i : best,
  );
  const testsLeft = Math.ceil(Math.log2(open.length + 1));
  return { kind: "test", index, testsLeft };
}

/** Returns the first bad point and the last good point before it. */
function bounds(
  count: number,
  outcomes: ReadonlyMap<number, Outcome>,
): { lastGood: number; firstBad: number } {
  let firstBad = count - 1;
  for (const [i, outcome] of outcomes)
    if (outcome === "bad") firstBad = Math.min(firstBad, i);
  let lastGood = 0;
  for (const [i, outcome] of outcomes)
    if (outcome === "good" && i < firstBad) lastGood = Math.max(lastGood, i);
  return { lastGood, firstBad };
}
