import type { Source } from "../../engine/model/checkpoint";
import { percentOf } from "../../wording/blame";
import type { ShownLine } from "./shownLines";

/** The author of a line, as colours tell them apart; null for lines older than the history. */
export interface Author {
  source: Source | null;
  isUnsaved: boolean;
}

/** How many lines of a file an author wrote. */
export interface Share {
  source: Source | null;
  lines: number;
  percent: number;
}

/** Lines from one to another, both included, that have the same author. */
export interface AuthorRun extends Author {
  from: number;
  to: number;
}

export function authorOf({ by }: ShownLine): Author {
  if (by === null) return { source: "editor", isUnsaved: true };
  const isPerson = by.source === "cli";
  return {
    source: isPerson ? "editor" : by.source,
    isUnsaved: by.unsaved,
  };
}

export function runsOf(lines: readonly ShownLine[]): AuthorRun[] {
  const runs: AuthorRun[] = [];
  let last: AuthorRun | undefined;
  let by: ShownLine["by"] | undefined;
  for (let at = 0; at < writtenCount(lines); at++) {
    const line = lines[at]!;
    // Most lines came with the same version as the one above.
    if (last && line.by === by) {
      last.to = at;
      continue;
    }
    by = line.by;
    const { source, isUnsaved } = authorOf(line);
    if (last?.source === source && last.isUnsaved === isUnsaved) last.to = at;
    else runs.push((last = { source, isUnsaved, from: at, to: at }));
  }
  return runs;
}

/** How many lines there are without the empty one after the last line ending. */
function writtenCount(lines: readonly ShownLine[]): number {
  return lines.at(-1)?.text === "" ? lines.length - 1 : lines.length;
}

/**
 * Returns the authors of a file, the one with most lines first; lines that are older than the
 * history come last.
 */
export function sharesOf(lines: readonly ShownLine[]): Share[] {
  const counts = new Map<Source | null, number>();
  for (const { source, from, to } of runsOf(lines))
    counts.set(source, (counts.get(source) ?? 0) + to - from + 1);
  return [...counts]
    .map(([source, count]) => ({
      source,
      lines: count,
      percent: percentOf(count, writtenCount(lines)),
    }))
    .sort(
      (a, b) =>
        Number(a.source === null) - Number(b.source === null) ||
        b.lines - a.lines,
    );
}
