import type { CurrentRow } from "../store/index/currentStateCache";
import type { FileTimes } from "../store/journal/records";

/** More paths than this are forgotten at once; their next rewrite is then counted again. */
const MOST_PATHS = 50_000;
const MOST_MOMENTS = 100;

/**
 * Counts the files that this process found rewritten with the content they had. Between two
 * captures such a file may have had another content, which nobody recorded.
 */
export class Rewrites {
  count = 0;
  /** Until a file's timestamps are settled, several captures see the same rewrite. */
  private readonly counted = new Map<string, string>();
  private readonly marked = new Map<number, number>();

  note(path: string, row: CurrentRow, { mtimeMs, ctimeMs }: FileTimes): void {
    // Imported and mended versions have no times.
    if (row.mtimeMs === 0) return;
    if (row.mtimeMs === mtimeMs && row.ctimeMs === ctimeMs) return;
    const times = `${mtimeMs} ${ctimeMs}`;
    if (this.counted.get(path) === times) return;
    if (this.counted.size >= MOST_PATHS) this.counted.clear();
    this.counted.set(path, times);
    this.count++;
  }

  /** Remembers the count when a checkpoint of a moment was created. */
  mark(moment: number): void {
    this.marked.delete(moment);
    this.marked.set(moment, this.count);
    const [oldest] = this.marked.keys();
    if (this.marked.size > MOST_MOMENTS) this.marked.delete(oldest!);
  }

  /** The count when the last checkpoint of a moment was created here, if one was. */
  markOf(moment: number): number | undefined {
    return this.marked.get(moment);
  }
}
