/** A save that takes longer than this has failed, or is no longer the cause. */
const PATIENCE_MS = 5000;

/**
 * Files that the editor is about to write. On a busy machine the watcher tells of
 * a save before the editor does: its word on such a file is held back until the
 * editor's comes, or is given up. Pure: time is given.
 */
export class Saving {
  /** Until when the editor is waited for, and whether the watcher has told. */
  private readonly files = new Map<string, { until: number; told: boolean }>();

  begin(path: string, now: number): void {
    this.files.set(path, { until: now + PATIENCE_MS, told: false });
  }

  /** The editor has written it. */
  end(path: string): void {
    this.files.delete(path);
  }

  /** Something happened to it on disk; true when that may be the editor's doing. */
  hold(path: string, now: number): boolean {
    const file = this.files.get(path);
    if (!file || file.until <= now) return false;
    file.told = true;
    return true;
  }

  /** When the next held word is given up; null when none is held. */
  get dueAt(): number | null {
    const held = [...this.files.values()].filter(({ told }) => told);
    return held.length === 0 ? null : Math.min(...held.map((f) => f.until));
  }

  /** Takes the held files whose save never came, and forgets old ones. */
  takeGivenUp(now: number): string[] {
    const old = [...this.files].filter(([, { until }]) => until <= now);
    for (const [path] of old) this.files.delete(path);
    return old.filter(([, { told }]) => told).map(([path]) => path);
  }

  /** For somebody who cannot wait: the files that may be written by now. */
  get paths(): string[] {
    return [...this.files.keys()];
  }
}
