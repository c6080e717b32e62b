import type { Source } from "../../engine/model/checkpoint";
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
  written(lines).forEach((line, at) => {
    const { source, isUnsaved } = authorOf(line);
    const last = runs.at(-1);
    if (last?.source === source && last.isUnsaved === isUnsaved) last.to = at;
    else runs.push({ source, isUnsaved, from: at, to: at });
  });
  return runs;
}

/** The lines without the empty one after the last line ending. */
function written(lines: readonly ShownLine[]): readonly ShownLine[] {
  return lines.at(-1)?.text === "" ? lines.slice(0, -1) : lines;
}

/**
 * Returns the authors of a file, the one with most lines first; lines that are older than the
 * history come last.
 */
export function sharesOf(lines: readonly ShownLine[]): Share[] {
  const all = written(lines);
  const counts = new Map<Source | null, number>();
  for (const line of all) {
    const { source } = authorOf(line);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return [...counts]
    .map(([source, count]) => ({
      source,
      lines: count,
      // Nobody who wrote a line has 0 %, and nobody has all lines while another has one.
      percent:
        counts.size === 1
          ? 100
          : Math.min(99, Math.max(1, Math.round((100 * count) / all.length))),
    }))
    .sort(
      (a, b) =>
        Number(a.source === null) - Number(b.source === null) ||
        b.lines - a.lines,
    );
}
