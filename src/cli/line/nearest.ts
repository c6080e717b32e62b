/** Returns the name within two typos, ignoring case. */
export function nearest(
  given: string,
  names: readonly string[],
): string | null {
  const word = given.toLowerCase();
  let best: string | null = null;
  let bestSlips = 3;
  for (const name of names) {
    const slips = slipsBetween(word, name);
    if (slips < bestSlips && slips < name.length / 2) {
      best = name;
      bestSlips = slips;
    }
  }
  return best;
}

function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length]!;
}
