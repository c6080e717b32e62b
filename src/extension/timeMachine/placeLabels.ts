/** A text beside a time; those with a lower rank come first where there is no room for all. */
export interface Label {
  x: number;
  width: number;
  rank: number;
}

const GAP = 8;

/** Returns which labels fit beside each other in a row, each to the right of its place. */
export function placedLabels<T extends Label>(
  labels: readonly T[],
  width: number,
): T[] {
  const placed: T[] = [];
  const byRank = [...labels].sort((a, b) => a.rank - b.rank || b.x - a.x);
  for (const label of byRank) {
    if (label.x + label.width > width) continue;
    const isFree = placed.every(
      (other) =>
        label.x + label.width + GAP <= other.x ||
        other.x + other.width + GAP <= label.x,
    );
    if (isFree) placed.push(label);
  }
  return placed.sort((a, b) => a.x - b.x);
}
