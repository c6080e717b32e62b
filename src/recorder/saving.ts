/** A save that takes longer than this has failed, or no longer explains an event. */
const PATIENCE_MS = 5000;

/**
 * Files that the editor is about to write. On a busy machine the watcher may report a save before
 * the editor does, so its event for such a file is held back until the editor reports the save or
 * the wait times out. Pure: times are passed in.
 */
export class Saving {
  /** How long to wait for the editor, and whether the watcher has reported the file. */
  private readonly files = new Map<
    string,
    { until: number; isReported: boolean }
  >();

  begin(path: string, now: number): void {
    this.files.set(path, { until: now + PATIENCE_MS, isReported: false });
  }

  /** The editor has written the file. */
  end(path: string): void {
    this.files.delete(path);
  }

  /** The file changed on disk; returns true if this may be the editor's save. */
  hold(path: string, now: number): boolean {
    const file = this.files.get(path);
    if (!file || file.until <= now) return false;
    file.isReported = true;
    return true;
  }

  /** When the next held event times out; null if none is held. */
  get dueAt(): number | null {
    const held = [...this.files.values()].filter(
      ({ isReported }) => isReported,
    );
    return held.length === 0 ? null : Math.min(...held.map((f) => f.until));
  }

  /** Returns and removes the held files whose save never came, and forgets old entries. */
  takeGivenUp(now: number): string[] {
    const old = [...this.files].filter(([, { until }]) => until <= now);
    for (const [path] of old) this.files.delete(path);
    return old.filter(([, { isReported }]) => isReported).map(([path]) => path);
  }

  /** For a caller that cannot wait: the files that may have been written by now. */
  get paths(): string[] {
    return [...this.files.keys()];
  }
}
