/** A pause in typing: long enough to be one, short enough to lose little. */
const QUIET_MS = 1500;
/** During continuous typing, text is recorded this often. */
const MAX_MS = 10_000;

/**
 * Tracks which editors have unrecorded unsaved text, and for which the history has a text that must
 * be dropped once they are clean. Pure.
 */
export class UnsavedEdits {
  private waiting = new Set<string>();
  private firstAt = 0;
  private lastAt = 0;
  private readonly held: Set<string>;

  /** `held`: what an earlier window left behind. */
  constructor(held: Iterable<string> = []) {
    this.held = new Set(held);
  }

  /** The text of this path's editor changed, or it was saved or closed. */
  touched(path: string, now: number): void {
    if (this.waiting.size === 0) this.firstAt = now;
    this.lastAt = now;
    this.waiting.add(path);
  }

  get dueAt(): number | null {
    if (this.waiting.size === 0) return null;
    return Math.min(this.lastAt + QUIET_MS, this.firstAt + MAX_MS);
  }

  /** Removes and returns the paths whose text should be checked. */
  take(): string[] {
    const taken = [...this.waiting];
    this.waiting.clear();
    return taken;
  }

  holds(path: string): boolean {
    return this.held.has(path);
  }

  /** The history now has this text for the path, null for none. Returns true if that changed. */
  recorded(path: string, text: string | null): boolean {
    if (text === null) return this.held.delete(path);
    if (this.held.has(path)) return false;
    this.held.add(path);
    return true;
  }

  get heldPaths(): string[] {
    return [...this.held];
  }
}
