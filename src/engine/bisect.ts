/**
 * Binary search for the first point at which something is bad. Pure: points
 * are positions in a row whose first is good and whose last is bad; whoever
 * runs the test says what came of each.
 */
export type Outcome = "good" | "bad" | "skip";

export type NextStep =
  /** Test this one; about so many tests are left, this one included. */
  | { kind: "test"; index: number; testsLeft: number }
  /** The first bad one; with skipped ones before it, any of `suspects` may be. */
  | { kind: "done"; lastGood: number; firstBad: number; suspects: number[] };

/** Returns what to test next, given what is known of `count` points. */
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

/** The first bad one counts, and the last good one before it. */
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
