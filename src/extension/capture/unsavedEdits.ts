/** A pause in typing; long enough to be one, short enough to lose nothing. */
const QUIET_MS = 1500;
/** Somebody who types on and on is recorded this often. */
const MAX_MS = 10_000;

/**
 * Which editors have unsaved text that is not recorded yet, and of which the
 * history holds a text that must be dropped once they are clean. Pure.
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

  /** Takes the paths whose text is to be looked at. */
  take(): string[] {
    const taken = [...this.waiting];
    this.waiting.clear();
    return taken;
  }

  holds(path: string): boolean {
    return this.held.has(path);
  }

  /** The history now has this text of the path; null: none. Returns true when that is new. */
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
